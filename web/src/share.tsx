/** Buttons that copy or share: the address of the current state, or a text. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function ShareButton({ prepare }: { prepare?: () => void }) {
  const [status, setStatus] = useState("");
  const share = async () => {
    prepare?.();
    const copied = await copy(location.href);
    setStatus(copied ? "Link copied" : "Copy the link from the address bar");
    setTimeout(() => setStatus(""), 4000);
  };
  return (
    <>
      <button type="button" onClick={() => void share()}>
        Copy link
      </button>
      <span class="note" role="status">
        {status}
      </span>
    </>
  );
}

/** Whether to use the share menu. On computers, copying is what people expect. */
const hasShareMenu = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** A button that copies a text, or shares it with the share menu of a phone. */
export function CopyButton(props: {
  children: ComponentChildren;
  text(): string;
  /** Shown when the text was copied. */
  copied: string;
  class?: string;
  /** Whether to use the share menu where there is one. */
  share?: boolean;
}) {
  const [status, setStatus] = useState("");
  const [shown, setShown] = useState("");
  const said = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Something that stays at the edge of the window may cover it.
    if (status) {
      said.current?.scrollIntoView({ block: "nearest" });
    }
  }, [status]);
  const press = async () => {
    const text = props.text();
    if (props.share && hasShareMenu()) {
      try {
        await navigator.share({ text });
        return;
      } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") {
          return;
        }
      }
    }
    const isCopied = await copy(text);
    setStatus(isCopied ? props.copied : "Copy this text:");
    setShown(isCopied ? "" : text);
    if (isCopied) {
      setTimeout(() => setStatus(""), 4000);
    }
  };
  return (
    <span class="copy">
      <button type="button" class={props.class} onClick={() => void press()}>
        {props.children}
      </button>
      <span class="note" role="status" ref={said}>
        {status}
      </span>
      {shown && <textarea readOnly rows={4} value={shown} aria-label="Text to copy" />}
    </span>
  );
}
