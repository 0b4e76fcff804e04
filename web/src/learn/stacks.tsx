/** Learn: a search with an explicit stack. */
import { useState } from "preact/hooks";
import { link } from "../route";
import { columnName, has, squareName } from "../square";
import { ALL, type Masks, masksAfter, SIZE } from "./bit-masks";
import { Code, Figure, listed, Said, Slider, Try } from "./parts";
import { Field, Picture, rowsIn, squaresOf, UNIT } from "./pictures";

interface Column extends Masks {
  column: number;
  free: number;
}

interface Moment {
  queens: number[];
  here: Column;
  waiting: Column[];
  said: string;
  solution: boolean;
}

/** What `stacked` does on a board of 6, moment by moment. */
function momentsOfStacked(): Moment[] {
  const moments: Moment[] = [];
  const waiting: Column[] = [];
  let queens: number[] = [];
  let here: Column = { column: 0, free: ALL >> (SIZE / 2), rows: 0, rising: 0, falling: 0 };
  const note = (said: string, solution = false) =>
    moments.push({ queens, here, waiting: [...waiting], said, solution });
  note("Column A: the lower half is to be tried.");
  for (;;) {
    const queen = here.free & -here.free;
    const row = 31 - Math.clz32(queen);
    const name = columnName(here.column);
    here = { ...here, free: here.free - queen };
    queens = [...queens.slice(0, here.column), row];
    const masks = masksAfter(queens);
    const next = { ...masks, column: here.column + 1, free: ALL & ~(masks.rows | masks.rising | masks.falling) };
    const set = `Queen on ${name}${row + 1}. `;
    if (next.free !== 0) {
      const left = here.free !== 0;
      if (left) {
        waiting.push(here);
      }
      here = next;
      note(
        set + (left ? `Column ${name} has rows left: onto the stack.` : `Column ${name} has no row left: not kept.`),
      );
      continue;
    }
    const solution = masks.rows === ALL;
    note(
      set + (solution ? "A solution, and its mirror image." : "The next column has no free row: it is not entered."),
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
    note(`Back to column ${columnName(here.column)}, where row ${(rowsIn(here.free)[0] ?? 0) + 1} is next.`);
  }
}

function StackPicture() {
  const [moments] = useState(momentsOfStacked);
  const [step, setStep] = useState(11);
  const moment = moments[step];
  if (!moment) {
    return null;
  }
  const { queens, here, waiting, said, solution } = moment;
  const rowsLeft = ({ column, free }: Column) =>
    `${columnName(column)}: ${free === 0 ? "no row" : (rowsIn(free).length === 1 ? "row " : "rows ") + listed(rowsIn(free).map((row) => row + 1))} left`;
  return (
    <Figure caption="The method stacked on a board of 6. Columns without rows left are never kept, so what comes off the stack always has work.">
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
          <ol class="pile" aria-label="The stack, the top first">
            <li class="hand">at hand, {rowsLeft(here)}</li>
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
              <dt>kept on the stack</dt>
              <dd>{waiting.length}</dd>
            </div>
          </dl>
        </div>
      </div>
      <Said kind={solution ? "good" : undefined}>{said}</Said>
    </Figure>
  );
}

export function Stacks() {
  return (
    <>
      <p>
        A recursive program leaves a note at every call, where to go on when it comes back. An explicit stack is that
        list of notes, kept by hand. The steps are the same, and three things are gained.
      </p>
      <ul>
        <li>
          <b>No calls.</b> <code>arrays-iterative</code> walks in a loop. The rows of its queens are all it needs to
          remember.
        </li>
        <li>
          <b>A pause.</b> The stack of <code>bitmask-iterative</code> is a value. It runs to the next solution and waits
          there until someone asks for another: so solutions can be listed as slowly as you read.
        </li>
        <li>
          <b>Less to keep.</b> <code>stacked</code>, after Sylvain Bugat's stacked bit flags, keeps the column at hand
          in registers and puts it aside only if rows are left in it. A dead column is never entered.
        </li>
      </ul>
      <StackPicture />
      <Code methods={["stacked", "bitmask-iterative", "arrays-iterative"]} />
      <Try
        links={[
          [link("watch", { method: "stacked", n: 6, step: 15 }), "Watch stacked on a board of 6"],
          [link("watch", { method: "arrays", with: "arrays-iterative", n: 5 }), "Recursion beside the loop"],
        ]}
      />
    </>
  );
}
