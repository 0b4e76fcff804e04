/** Opens a region puzzle from a picture that is chosen, pasted or dropped, and shows what was read before it is played. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useEngine } from "../use-engine";
import { Comparison } from "./comparison";
import { TYPES } from "./decode";
import { type PictureReading, readPicture, refusal } from "./read";

/** The picture in the dialog: it is being read, was read, or was refused. */
interface Opened {
  /** An object URL of the file. */
  address: string;
  reading?: PictureReading;
  refused?: string;
}

/**
 * A button that opens a picture. While it is mounted, pictures can also be pasted and dropped anywhere on the page. `onPlay`
 * receives the puzzle when the player has confirmed it.
 */
export function OpenPicture({ onPlay }: { onPlay(reading: PictureReading): void }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const engine = useEngine({ own: true, module: "picture" });

  const open = (file: File) => {
    const address = URL.createObjectURL(file);
    setOpened({ address });
    const end = (result: Partial<Opened>) => {
      setOpened({ address, ...result });
      // The memory of the module has grown by the size of the picture.
      engine.close();
    };
    engine.run(
      (task) => readPicture(file, address, task),
      (reading) => end({ reading }),
      (error) => end({ refused: refusal(error) }),
    );
  };
  const address = opened?.address;
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  const isDragging = usePastedAndDropped(open);

  return (
    <>
      <button type="button" onClick={() => chooser.current?.click()}>
        Open a picture
      </button>
      <input
        type="file"
        accept={TYPES.join(",")}
        hidden
        ref={chooser}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // So that the same file can be chosen again.
          currentTarget.value = "";
          if (file) {
            open(file);
          }
        }}
      />
      {isDragging && <div class="drop-here">Drop the picture to read its puzzle</div>}
      {opened && (
        <PictureDialog
          opened={opened}
          onChoose={() => chooser.current?.click()}
          onPlay={onPlay}
          onClose={() => {
            engine.abort();
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

function PictureDialog(props: {
  opened: Opened;
  onChoose(): void;
  onPlay(reading: PictureReading): void;
  onClose(): void;
}) {
  const { address, reading, refused } = props.opened;
  const dialog = useRef<HTMLDialogElement>(null);
  const playButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  // Without scrolling, so that the boards stay visible on small screens.
  useLayoutEffect(() => playButton.current?.focus({ preventScroll: true }), [reading]);
  // Closing the dialog moves the focus back to where it was; its event then removes it from the page.
  const close = () => dialog.current?.close();
  const play = () => {
    if (reading) {
      props.onPlay(reading);
      close();
    }
  };
  return (
    <dialog class="picture panel stack" ref={dialog} aria-labelledby="picture-title" onClose={props.onClose}>
      <h2 id="picture-title">Puzzle from a picture</h2>
      {reading && <Comparison address={address} reading={reading} />}
      <div role="status">
        {refused && <p class="message bad">{refused}</p>}
        {!reading && !refused && <p class="message">Reading the picture …</p>}
        {reading && <p class="note">{describe(reading)}</p>}
      </div>
      {refused && (
        <p class="note">
          Use a screenshot that shows the whole board, upright and not blurred. It may be cropped to the board. Photos
          cannot be read.
        </p>
      )}
      <div class="controls">
        {reading && (
          <button type="button" class="primary" ref={playButton} onClick={play}>
            Play this puzzle
          </button>
        )}
        {(reading || refused) && (
          <button type="button" onClick={props.onChoose}>
            Open another picture
          </button>
        )}
        <button type="button" onClick={close}>
          {refused ? "Close" : "Cancel"}
        </button>
      </div>
    </dialog>
  );
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What was found, as two sentences. */
function describe({ position: { size }, queens, crosses, confidence }: PictureReading): string {
  const marks = `${counted(queens.length, "queen")}, ${counted(crosses.length, "cross", "crosses")}`;
  const percent = Math.round(confidence * 100);
  return `Found a board of ${size} × ${size} squares with ${counted(size, "region")}, ${marks}. Confidence: ${percent}%.`;
}

/** Calls a function with each file that is pasted or dropped on the page. Returns whether a file is being dragged over it. */
function usePastedAndDropped(open: (file: File) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      const isTyping = (event.target as Element).closest?.("input, textarea");
      // Some programs copy text together with a picture of it.
      if (isTyping && data?.types.includes("text/plain")) {
        return;
      }
      const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
      if (file) {
        event.preventDefault();
        open(file);
      }
    };
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) {
        // Otherwise the browser would open the file and leave the page.
        event.preventDefault();
        setIsDragging(true);
      }
    };
    const onDragLeave = (event: DragEvent) => {
      // Without a related target, the pointer has left the window.
      if (event.relatedTarget === null) {
        setIsDragging(false);
      }
    };
    const onDrop = (event: DragEvent) => {
      setIsDragging(false);
      if (hasFiles(event)) {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) {
          open(file);
        }
      }
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener("paste", onPaste, { signal });
    document.addEventListener("dragover", onDragOver, { signal });
    document.addEventListener("dragleave", onDragLeave, { signal });
    document.addEventListener("drop", onDrop, { signal });
    return () => controller.abort();
  });
  return isDragging;
}
