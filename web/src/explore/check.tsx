/** Checks whether a text is a solution while it is typed. */
import { useEffect, useState } from "preact/hooks";
import { SmallBoard } from "../board";
import { ClosedError, errorMessage } from "../engine";
import type { SolutionInfo } from "../protocol";
import type { SolutionRows } from "../results";
import { rowsOf } from "../square";
import { useEngine } from "../use-engine";
import { LARGEST } from "./list";

/** The pause in typing after which the text is checked, in milliseconds. */
const PAUSE = 200;

const EXAMPLES: [string, string][] = [
  ["Rows", "1 5 8 6 3 7 2 4"],
  ["Squares", "A2 B4 C6 D1 E3 F5"],
  ["LeetCode", '[".Q..","...Q","Q...","..Q."]'],
  ["Not a solution", "1 5 8 6 3 7 4 2"],
];

/** The verdict of the library about a text. */
type Verdict = { shown: SolutionInfo } | { wrong: string };

export function Check({ onRows }: { onRows(rows: SolutionRows): void }) {
  const [text, setText] = useState("");
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const engine = useEngine();

  useEffect(() => {
    if (text.trim() === "") {
      setVerdict(null);
      return;
    }
    return engine.run(
      async (task) => {
        await task.wait(new Promise((resolve) => setTimeout(resolve, PAUSE)));
        return task.ask("check", { text });
      },
      (shown) => setVerdict({ shown }),
      (error) => error instanceof ClosedError || setVerdict({ wrong: errorMessage(error) }),
    );
  }, [text]);

  const shown = verdict && "shown" in verdict ? verdict.shown : null;
  const size = shown?.solution.length ?? 0;
  return (
    <>
      <h2>Check a solution</h2>
      <div class="checking">
        <div>
          <label class="field">
            Rows, squares or a board
            <textarea
              rows={4}
              value={text}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
              aria-describedby="verdict"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <div class="examples" role="group" aria-label="Examples">
            <span class="note">Examples:</span>
            {EXAMPLES.map(([name, example]) => (
              <button key={name} type="button" onClick={() => setText(example)}>
                {name}
              </button>
            ))}
          </div>
        </div>
        <div class="outcome">
          <div id="verdict" role="status">
            {shown ? (
              <p class="message good">A valid solution for N = {size}</p>
            ) : verdict && "wrong" in verdict ? (
              <p class="message bad wrong">{verdict.wrong}</p>
            ) : (
              <p class="note">
                Enter the rows of the queens (2 4 1 3), their squares (A2 B4 C1 D3) or a board drawn as text. The result
                appears here.
              </p>
            )}
          </div>
          {shown && (
            <div class="found">
              <div class="preview">
                <SmallBoard rows={rowsOf(shown.solution)} label={`The checked solution for N = ${size}`} />
              </div>
              {size <= LARGEST ? (
                <button type="button" class="primary" onClick={() => onRows(shown.solution)}>
                  Show in list
                </button>
              ) : (
                <p class="note">Solutions are listed up to N = {LARGEST}, so this one is not in the list.</p>
              )}
            </div>
          )}
        </div>
      </div>
    </>
  );
}
