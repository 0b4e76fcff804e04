/** Exercises on symmetry: find the mirror image, the symmetric solution, an image. */
import { useState } from "preact/hooks";
import { SmallBoard } from "../../board";
import type { Task } from "../../engine-client";
import type { SolutionRows } from "../../results";
import { rowsOf as rowsFrom0, squareName } from "../../square";
import { plural } from "../parts";
import { BoardChoice, Exercise, mixed, NumberAnswer, shuffled, useExercise, useQuestion } from "./shell";

const MIRROR = { lesson: "half", name: "mirror" };
const FIRST_QUEEN = { lesson: "half", name: "first-queen" };
const SYMMETRIC = { lesson: "symmetry", name: "symmetric" };
const IMAGE = { lesson: "symmetry", name: "image" };

/** All solutions of a board, which has few. */
async function solutionsOf(task: Task, n: number): Promise<SolutionRows[]> {
  const { count } = await task.ask("list", { n, fundamental: false });
  return task.ask("rows", { from: 0, count });
}

const equal = (one: SolutionRows, other: SolutionRows) => one.join() === other.join();

const SIZE = 6;

interface ImageQuestion {
  of: SolutionRows;
  boards: SolutionRows[];
  right: SolutionRows;
  /** The name of each board. */
  names: Map<string, string>;
}

/** A solution, its mirror image and other images of it. */
async function mirrorQuestion(task: Task, variant: number): Promise<ImageQuestion> {
  const n = SIZE + 1 + (variant % 2);
  const random = mixed(variant + 11);
  const all = await solutionsOf(task, n);
  for (let at = random(all.length); ; at = (at + 1) % all.length) {
    const info = await task.ask("solution", { solution: all[at] ?? [] });
    if (info.orbit === 8) {
      const image = (name: string) => info.images.find(({ symmetry }) => symmetry === name)?.solution ?? [];
      const names = ["flipped vertically", "flipped horizontally", "rotated 180°", "rotated 90°"];
      const right = image("flipped vertically");
      return {
        of: info.solution,
        boards: shuffled(names.map(image), random),
        right,
        names: new Map(names.map((name) => [image(name).join(), name])),
      };
    }
  }
}

/** One image, and boards of other classes. */
async function imageQuestion(task: Task, variant: number): Promise<ImageQuestion> {
  const n = 7;
  const random = mixed(variant + 5);
  const all = await solutionsOf(task, n);
  const of = await task.ask("solution", { solution: all[random(all.length)] ?? [] });
  const images = of.images.filter(({ solution }) => !equal(solution, of.solution));
  const image = images[random(images.length)];
  const right = image?.solution ?? [];
  const others: SolutionRows[] = [];
  for (const solution of shuffled(all, random)) {
    if (others.length < 3 && !of.images.some((image) => equal(image.solution, solution))) {
      others.push(solution);
    }
  }
  return {
    of: of.solution,
    boards: shuffled([right, ...others], random),
    right,
    names: new Map([[right.join(), image?.symmetry ?? ""]]),
  };
}

function ImageChoice(props: {
  id: { lesson: string; name: string };
  title: string;
  task: string;
  load(task: Task, variant: number): Promise<ImageQuestion>;
  rightText(question: ImageQuestion): string;
  wrongText(question: ImageQuestion, board: SolutionRows): string;
}) {
  const state = useExercise(props.id);
  const question = useQuestion(state.variant, props.load);
  const [chosen, setChosen] = useState<number | null>(null);
  const choose = (place: number) => {
    const board = question?.boards[place];
    if (question && board) {
      setChosen(place);
      if (equal(board, question.right)) {
        state.right(props.rightText(question));
      } else {
        state.wrong(props.wrongText(question, board));
      }
    }
  };
  return (
    <Exercise
      id={props.id}
      title={props.title}
      state={{
        ...state,
        another: () => {
          setChosen(null);
          state.another();
        },
      }}
      task={props.task}
    >
      {question && (
        <div class="original-and-choice">
          <div class="original">
            <SmallBoard rows={rowsFrom0(question.of)} label={`The original: ${question.of.join(" ")}`} />
            <span>original</span>
          </div>
          <BoardChoice
            label="Boards to choose from"
            boards={question.boards.map(rowsFrom0)}
            chosen={chosen}
            disabled={state.finished}
            onChoose={choose}
          />
        </div>
      )}
    </Exercise>
  );
}

export const FindMirror = () => (
  <ImageChoice
    id={MIRROR}
    title="Find the mirror image"
    task="Which board is the mirror image of the original, with top and bottom exchanged?"
    load={mirrorQuestion}
    rightText={({ of, right }) =>
      `Right: every queen stays in its column, and row r becomes row ${of.length + 1} − r. Row ${of[0]} of column A becomes row ${right[0]}.`
    }
    wrongText={({ names, of }, board) =>
      `This board is ${names.get(board.join())}. In the mirror image, every queen stays in its column: the queen on A${of[0]} moves to A${of.length + 1 - (of[0] ?? 0)}.`
    }
  />
);

export const FindImage = () => (
  <ImageChoice
    id={IMAGE}
    title="Find an image"
    task="One of these boards is the original, rotated or reflected. Which one?"
    load={imageQuestion}
    rightText={({ names, right }) => `Right: it is the original, ${names.get(right.join())}.`}
    wrongText={() =>
      "No rotation or reflection of the original gives this board. Compare the queens at the edges: their distances to the corners stay the same."
    }
  />
);

export function FirstQueen() {
  const state = useExercise(FIRST_QUEEN);
  const size = 6 + (state.variant % 5);
  const row = 2 + (state.variant % 2);
  const other = size + 1 - row;
  const count = (task: Task, row: number) =>
    task.ask("solutions", { position: `size:${size} given:A${row}`, limit: 100_000 });
  const known = useQuestion(state.variant, (task) => count(task, row));
  const answer = (value: number) =>
    state.ask(
      (task) => count(task, other),
      ({ solutions }) => {
        if (BigInt(value) === solutions) {
          state.right(
            `Right: row ${other} is the mirror image of row ${row}, so both have ${plural(Number(solutions), "solution")}.`,
          );
        } else {
          state.wrong(
            `Not ${value}. Reflect the board: a queen in row ${row} moves to row ${size + 1} − ${row} = ${other}. What happens to the solutions?`,
          );
        }
      },
    );
  return (
    <Exercise
      id={FIRST_QUEEN}
      title="Use the symmetry"
      state={state}
      task={
        known
          ? `On a board of size ${size}, ${plural(Number(known.solutions), "solution")} ${known.solutions === 1n ? "has" : "have"} a queen on A${row}. How many have a queen on ${squareName({ col: 0, row: other - 1 })}?`
          : "Loading …"
      }
    >
      <NumberAnswer
        key={state.variant}
        label={`Solutions with a queen on A${other}`}
        disabled={state.finished || !known}
        onAnswer={answer}
      />
    </Exercise>
  );
}

interface SymmetricQuestion {
  boards: SolutionRows[];
}

/** Four solutions, one of which a rotation by 180 degrees leaves unchanged. */
async function symmetricQuestion(task: Task, variant: number): Promise<SymmetricQuestion> {
  const random = mixed(variant + 23);
  const all = shuffled(await solutionsOf(task, 7 + (variant % 2)), random);
  const [fixed, others]: [SolutionRows[], SolutionRows[]] = [[], []];
  for (const solution of all) {
    if (fixed.length > 0 && others.length >= 3) {
      break;
    }
    const { symmetry_class } = await task.ask("solution", { solution });
    (symmetry_class === "none" ? others : fixed).push(solution);
  }
  return { boards: shuffled([...fixed.slice(0, 1), ...others.slice(0, 3)], random) };
}

export function FindSymmetric() {
  const state = useExercise(SYMMETRIC);
  const question = useQuestion(state.variant, symmetricQuestion);
  const [chosen, setChosen] = useState<number | null>(null);
  const choose = (place: number) => {
    const solution = question?.boards[place];
    if (!solution) {
      return;
    }
    setChosen(place);
    state.ask(
      (task) => task.ask("solution", { solution }),
      ({ symmetry_class, orbit, images }) => {
        const n = solution.length;
        const [first = 0] = solution;
        if (symmetry_class !== "none") {
          state.right(
            `Right: the queen on A${first} and the one in the last column, row ${n + 1 - first}, exchange places, and so do the others. It has only ${orbit} different images.`,
          );
        } else {
          const rotated = images.find(({ symmetry }) => symmetry === "rotated 180°")?.solution ?? [];
          state.wrong(
            `After a rotation by 180°, the rows of this board are ${rotated.join(" ")} instead of ${solution.join(" ")}. In the symmetric solution, the rows of the first and the last column add up to ${n + 1}, and so do those of the second and the last but one.`,
          );
        }
      },
    );
  };
  return (
    <Exercise
      id={SYMMETRIC}
      title="Find the symmetric one"
      state={{
        ...state,
        another: () => {
          setChosen(null);
          state.another();
        },
      }}
      task="One of these solutions looks the same after a rotation by 180°. Which one?"
    >
      {question && (
        <BoardChoice
          label="Solutions"
          boards={question.boards.map(rowsFrom0)}
          chosen={chosen}
          disabled={state.finished}
          onChoose={choose}
        />
      )}
    </Exercise>
  );
}
