/** The selected solution: a large board, its symmetry, and buttons to save and copy it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Board, SmallBoard } from "../board";
import { errorMessage } from "../engine";
import type { SolutionInfo } from "../protocol";
import type { SolutionRows } from "../results";
import { pixels, save } from "../save";
import { copy } from "../share";
import { rowsOf } from "../square";
import { grouped, written } from "./list";

/** A solution with its position in a list. */
export interface Chosen {
  shown: SolutionInfo;
  place: number;
  count: number;
  fundamental: boolean;
}

const same = (one: SolutionRows, other: SolutionRows): boolean => one.join() === other.join();

/** The board, with buttons to the previous and the next solution of the list. */
export function ChosenBoard({ chosen, onPick }: { chosen: Chosen; onPick(place: number): void }) {
  const { shown, place, count, fundamental } = chosen;
  const { solution } = shown;
  return (
    <>
      <div class="head">
        <h2>
          {fundamental ? "Fundamental solution " : "Solution "}
          {grouped(place + 1)} <span class="of">of {grouped(count)}</span>
        </h2>
        <div class="pager">
          <button
            type="button"
            aria-label="Previous solution"
            title="Previous"
            aria-disabled={place === 0}
            onClick={() => place > 0 && onPick(place - 1)}
          >
            <Arrow path="M15 5l-7 7 7 7" />
          </button>
          <button
            type="button"
            aria-label="Next solution"
            title="Next"
            aria-disabled={place === count - 1}
            onClick={() => place < count - 1 && onPick(place + 1)}
          >
            <Arrow path="M9 5l7 7-7 7" />
          </button>
        </div>
      </div>
      <Board
        size={solution.length}
        label={`A solution for N = ${solution.length}: queens on ${shown.squares}`}
        look={({ col, row }) => (solution[col] === row + 1 ? { queen: "set" } : {})}
      />
      <dl class="forms">
        <dt>Rows</dt>
        <dd>{shown.text}</dd>
        <dt>Squares</dt>
        <dd>{shown.squares}</dd>
      </dl>
    </>
  );
}

function Arrow({ path }: { path: string }) {
  return (
    <svg class="arrow" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The symmetry in words: a title and an explanation. */
function kind({ symmetry_class, orbit }: SolutionInfo): [string, string] {
  if (orbit === 1) {
    return ["full", "Unchanged by every rotation and reflection: all eight images are the same."];
  }
  switch (symmetry_class) {
    case "none":
      return ["none", "Changed by every rotation and reflection: its eight images are eight different solutions."];
    case "180":
      return ["180°", "Unchanged by a rotation of 180°: its eight images are four different solutions."];
    case "90":
      return ["90°", "Unchanged by a rotation of 90°: its eight images are two different solutions."];
  }
}

/** The symmetry of the solution, its representative and its eight images. */
export function Symmetry(props: { shown: SolutionInfo; onRows(rows: SolutionRows): void; onRepresentative(): void }) {
  const { shown, onRows, onRepresentative } = props;
  const { solution, canonical, smallest, images } = shown;
  const [title, words] = kind(shown);
  return (
    <>
      <h2>
        Symmetry: <span class="kind">{title}</span>
      </h2>
      <p>{words}</p>
      {canonical ? (
        <p class="message good">
          This solution represents its class: of its eight images, it is the first in the list.
        </p>
      ) : (
        <div class="message representative">
          <p>
            Represented by: <span class="rows">{written(smallest)}</span>
          </p>
          <button type="button" onClick={onRepresentative}>
            Show representative
          </button>
        </div>
      )}
      <h3 id="images">The eight images</h3>
      <ul class="images" aria-labelledby="images">
        {images.map((image, at) => {
          const here = same(image.solution, solution);
          const twin = images.slice(0, at).find((earlier) => same(earlier.solution, image.solution));
          const first = same(image.solution, smallest);
          const marks = [twin && `same as “${twin.symmetry}”`, first && !twin && "first in the list"].filter(Boolean);
          return (
            <li key={image.symmetry}>
              <button
                type="button"
                class={`image${twin ? " again" : ""}`}
                aria-current={here ? "true" : undefined}
                aria-label={[image.symmetry, ...marks, written(image.solution)].join(", ")}
                title={`${image.symmetry}: ${written(image.solution)}`}
                onClick={() => onRows(image.solution)}
              >
                <SmallBoard rows={rowsOf(image.solution)} label={written(image.solution)} />
                <span>{image.symmetry} </span>
                {marks.length > 0 && <span class="mark">{marks.join(", ")}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Buttons that save pictures and copy text. */
export function SaveAndCopy({ chosen: { shown, place, fundamental } }: { chosen: Chosen }) {
  const [status, setStatus] = useState("");
  const [byHand, setByHand] = useState<string | null>(null);
  const hand = useRef<HTMLTextAreaElement>(null);
  const stem = `queens-${shown.solution.length}-${fundamental ? "fundamental" : "solution"}-${place + 1}`;

  // The status refers to the previous solution.
  useEffect(() => {
    setStatus("");
    setByHand(null);
  }, [shown.text]);
  useEffect(() => {
    if (byHand !== null) {
      hand.current?.focus();
      hand.current?.select();
    }
  }, [byHand]);

  const keep = (extension: string, draw: () => Blob | Promise<Blob>) => async () => {
    const name = `${stem}.${extension}`;
    try {
      save(name, await draw());
      setStatus("Saved.");
    } catch (error) {
      setStatus(`The file could not be saved: ${errorMessage(error)}.`);
    }
  };
  const take = (form: string, text: string) => async () => {
    setByHand(null);
    if (await copy(text)) {
      setStatus(`Copied as ${form}.`);
    } else {
      setStatus("Copying failed.");
      setByHand(text);
    }
  };
  return (
    <>
      <div class="heading">
        <h2>Save and copy</h2>
        <p class="note" role="status">
          {status}
        </p>
      </div>
      <div class="exports">
        <span id="save">Save</span>
        <div role="group" aria-labelledby="save">
          <button
            type="button"
            aria-label="Save SVG"
            onClick={keep("svg", () => new Blob([shown.svg], { type: "image/svg+xml" }))}
          >
            SVG
          </button>
          <button type="button" aria-label="Save PNG" onClick={keep("png", () => pixels(shown.svg, 1200))}>
            PNG
          </button>
        </div>
        <span id="copy">Copy</span>
        <div role="group" aria-labelledby="copy">
          <button type="button" aria-label="Copy as rows" onClick={take("rows", shown.text)}>
            rows
          </button>
          <button type="button" aria-label="Copy as squares" onClick={take("squares", shown.squares)}>
            squares
          </button>
          <button
            type="button"
            aria-label="Copy as LeetCode strings"
            onClick={take("LeetCode", JSON.stringify(shown.leetcode))}
          >
            LeetCode
          </button>
        </div>
      </div>
      {byHand !== null && (
        <label class="field manual-copy">
          The browser blocked the clipboard. Copy this text manually:
          <textarea ref={hand} rows={3} readOnly value={byHand} />
        </label>
      )}
    </>
  );
}
