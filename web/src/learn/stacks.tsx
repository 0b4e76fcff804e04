/** Learn: a search with an explicit stack. */
import { useState } from "preact/hooks";
import { link } from "../route";
import { columnName, has, squareName } from "../square";
import { ALL, type Masks, masksAfter, SIZE } from "./bit-masks";
import { Code, Figure, listed, Message, Slider, Try } from "./parts";
import { Field, Picture, rowsIn, squaresOf, UNIT } from "./pictures";
import { Screen } from "./screen";
import { NextQueen } from "./tasks/search";

interface Column extends Masks {
  column: number;
  free: number;
}

interface Moment {
  queens: number[];
  here: Column;
  waiting: Column[];
  text: string;
  solution: boolean;
}

/** The steps of `stacked` on a board of size 6. */
function momentsOfStacked(): Moment[] {
  const moments: Moment[] = [];
  const waiting: Column[] = [];
  let queens: number[] = [];
  let here: Column = { column: 0, free: ALL >> (SIZE / 2), rows: 0, rising: 0, falling: 0 };
  const note = (text: string, solution = false) =>
    moments.push({ queens, here, waiting: [...waiting], text, solution });
  note("Column A: the rows of the lower half remain to be tried.");
  for (;;) {
    const queen = here.free & -here.free;
    const row = 31 - Math.clz32(queen);
    const name = columnName(here.column);
    here = { ...here, free: here.free - queen };
    queens = [...queens.slice(0, here.column), row];
    const masks = masksAfter(queens);
    const next = { ...masks, column: here.column + 1, free: ALL & ~(masks.rows | masks.rising | masks.falling) };
    const placed = `Queen placed on ${name}${row + 1}. `;
    if (next.free !== 0) {
      const left = here.free !== 0;
      if (left) {
        waiting.push(here);
      }
      here = next;
      note(
        placed +
          (left
            ? `Column ${name} has rows left: pushed onto the stack.`
            : `Column ${name} has no rows left: not stored.`),
      );
      continue;
    }
    const solution = masks.rows === ALL;
    note(
      placed + (solution ? "A solution, and its mirror image." : "The next column has no free row: it is skipped."),
      solution,
    );
    if (here.free === 0) {
      const last = waiting.pop();
      if (!last) {
        return moments;
      }
      here = last;
    }
    queens = queens.slice(0, here.column);
    note(`Back to column ${columnName(here.column)}. Row ${(rowsIn(here.free)[0] ?? 0) + 1} is next.`);
  }
}

function StackPicture() {
  const [moments] = useState(momentsOfStacked);
  const [step, setStep] = useState(11);
  const moment = moments[step];
  if (!moment) {
    return null;
  }
  const { queens, here, waiting, text, solution } = moment;
  const rowsLeft = ({ column, free }: Column) =>
    `${columnName(column)}: ${free === 0 ? "no row" : (rowsIn(free).length === 1 ? "row " : "rows ") + listed(rowsIn(free).map((row) => row + 1))} left`;
  return (
    <Figure caption="The method stacked on a board of size 6. Columns with no rows left are not stored, so every column on the stack still has rows to try.">
      <Slider
        label="Step"
        value={step}
        most={moments.length - 1}
        text={`${step} of ${moments.length - 1}`}
        onValue={setStep}
      />
      <div class="side">
        <Picture
          named
          width={SIZE * UNIT}
          height={SIZE * UNIT}
          label={`Queens on ${squaresOf(queens).map(squareName).join(" ") || "no square"}`}
        >
          <Field
            named
            size={SIZE}
            queens={squaresOf(queens)}
            shade={({ col, row }) => {
              const of = col === here.column ? here : waiting.find(({ column }) => column === col);
              return of && has(of.free, row) ? (of === here ? "good" : "accent") : undefined;
            }}
          />
        </Picture>
        <div class="stack">
          <ol class="pile" aria-label="The stack, top first">
            <li class="current">current column {rowsLeft(here)}</li>
            {[...waiting].reverse().map((column) => (
              <li key={column.column}>{rowsLeft(column)}</li>
            ))}
          </ol>
          <dl class="numbers">
            <div>
              <dt>columns filled</dt>
              <dd>{queens.length}</dd>
            </div>
            <div>
              <dt>columns on the stack</dt>
              <dd>{waiting.length}</dd>
            </div>
          </dl>
        </div>
      </div>
      <Message kind={solution ? "good" : undefined}>{text}</Message>
    </Figure>
  );
}

export function Stacks() {
  return (
    <>
      <Screen>
        <p>
          A recursive program calls itself for the next column. Each call remembers where to continue when it returns;
          the computer keeps this in the <i>call stack</i>. A program can also store it itself, in an explicit stack.
          The steps of the search are the same. This has three advantages:
        </p>
        <ul>
          <li>
            <b>No function calls.</b> <code>arrays-iterative</code> runs in a loop. It only stores the rows of the
            queens.
          </li>
          <li>
            <b>It can pause.</b> <code>bitmask-iterative</code> stops at each solution and resumes when the next one is
            needed. This is how solutions are listed one by one.
          </li>
          <li>
            <b>Less memory.</b> <code>stacked</code> stores a column only if it still has rows to try, and it skips
            columns with no free row. It is based on a program by Sylvain Bugat.
          </li>
        </ul>
      </Screen>
      <Screen title="A stack of columns">
        <StackPicture />
      </Screen>
      <Screen>
        <NextQueen />
      </Screen>
      <Screen>
        <Code methods={["stacked", "bitmask-iterative", "arrays-iterative"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "stacked", n: 6, step: 15 }), "Watch stacked on a board of size 6"],
          [link("watch", { method: "arrays", with: "arrays-iterative", n: 5 }), "Compare recursion with the loop"],
        ]}
      />
    </>
  );
}
