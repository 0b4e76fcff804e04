/** A button that copies the address of the current state. */
import { useState } from "preact/hooks";

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
