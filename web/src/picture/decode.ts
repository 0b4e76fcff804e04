/** Decodes picture files with the browser, so that the module of the library needs no decoder. */

/** The types of files that `queens puzzle read` accepts, too. */
export const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** The largest file, in bytes. */
const MOST_BYTES = 32e6;
/** The most pixels of a picture, as in the library. A small file can contain more. */
const MOST_PIXELS = 2 ** 26;
/** Larger pictures are scaled down, because the library needs about 20 bytes per pixel. A screen of 4K has fewer pixels. */
const ENOUGH_PIXELS = 2 ** 23;
/** The longest side after scaling. Some browsers do not support larger canvases. */
const LONGEST_SIDE = 8192;

/** The file is not a picture that can be read. The message is one sentence for the user. */
export class PictureError extends Error {}

/** The pixels of a picture file, scaled down if it is large. `address` is an object URL of the file. */
export async function decode(file: File, address: string): Promise<ImageData> {
  if (file.type !== "" && !TYPES.includes(file.type)) {
    throw new PictureError(`“${file.name}” is not a picture: expected a PNG, JPEG, WebP or GIF file.`);
  }
  if (file.size > MOST_BYTES) {
    throw new PictureError(`The file has ${megabytes(file.size)} MB. The maximum is ${megabytes(MOST_BYTES)} MB.`);
  }
  const image = new Image();
  const failed = () => new PictureError("The file is damaged, or it is not a PNG, JPEG, WebP or GIF file.");
  await new Promise<void>((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(failed());
    image.src = address;
  });
  // Browsers load the header first and decode the pixels when they are needed: a huge picture is refused before that.
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height > MOST_PIXELS) {
    throw new PictureError(
      `The picture has ${width} × ${height} pixels. The maximum is ${Math.floor(MOST_PIXELS / 1e6)} megapixels.`,
    );
  }
  await image.decode().catch(() => {
    throw failed();
  });
  const factor = Math.min(1, Math.sqrt(ENOUGH_PIXELS / (width * height)), LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * factor));
  canvas.height = Math.max(1, Math.round(height * factor));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) {
    throw new PictureError("This browser does not have enough memory for the picture.");
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);
