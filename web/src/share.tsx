/** The button that copies the address: every state of the page has one. */
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
  const [said, setSaid] = useState("");
  const share = async () => {
    prepare?.();
    const copied = await copy(location.href);
    setSaid(copied ? "Link copied" : "Copy the link from the address bar");
    setTimeout(() => setSaid(""), 4000);
  };
  return (
    <>
      <button type="button" onClick={() => void share()}>
        Copy link
      </button>
      <span class="note" role="status">
        {said}
      </span>
    </>
  );
}
