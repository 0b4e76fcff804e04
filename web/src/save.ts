/** Files that the browser saves. */

/** Saves a file through the browser. */
export function save(name: string, content: Blob): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  // The download may still be reading it.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 30_000);
}

/** A drawing as PNG of this width in pixels. */
export async function pixels(svg: string, width: number): Promise<Blob> {
  const canvas = await drawn(svg, width);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be drawn"))), "image/png"),
  );
}

/** A drawing on a canvas of this width in pixels. */
export async function drawn(svg: string, width: number): Promise<HTMLCanvasElement> {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const ratio = Number(drawing.getAttribute("height")) / Number(drawing.getAttribute("width"));
  const height = Math.round(width * ratio);
  // Some browsers draw it at its own size first, and enlarging that would blur it.
  drawing.setAttribute("width", String(width));
  drawing.setAttribute("height", String(height));
  const source = new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
  const url = URL.createObjectURL(source);
  try {
    const image = new Image(width, height);
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("the picture could not be drawn"));
      image.src = url;
    });
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}
