/** Exercises on the fast engines: the strongest square, half-boards that fit, counts that cannot be right. */
import { useState } from "preact/hooks";
import { Board } from "../../board";
import { type Square, squareName } from "../../square";
import { grouped } from "../parts";
import { positionOf, same, squaresIn } from "./problem";
import { BoardChoice, Exercise, mixed, shuffled, useExercise, useQuestion } from "./shell";

const STRONGEST = { lesson: "cross", name: "strongest" };
const FIT = { lesson: "join", name: "fit" };
const IMPOSSIBLE = { lesson: "checks", name: "impossible" };

export function Strongest() {
  const state = useExercise(STRONGEST);
  const size = 7 + (state.variant % 3);
  const [tapped, setTapped] = useState<Square | null>(null);
  const [attacked, setAttacked] = useState<Square[]>([]);
  const tap = (square: Square) => {
    if (state.finished) {
      return;
    }
    setTapped(square);
    state.ask(
      async (task) => {
        const of = async (queen: Square) => {
          const { attacked } = await task.ask("look", { position: positionOf(size, [queen]) });
          return squaresIn(attacked, size);
        };
        // The number depends only on the distance from the edge, so the squares of one diagonal have all numbers.
        const counts = [];
        for (let at = 0; at < size; at++) {
          counts.push((await of({ col: at, row: at })).length);
        }
        return { squares: await of(square), most: Math.max(...counts) };
      },
      ({ squares, most }) => {
        setAttacked(squares);
        const name = squareName(square);
        if (squares.length === most) {
          state.right(`Right: a queen on ${name} attacks ${most} squares, and no square is better.`);
        } else {
          state.wrong(`A queen on ${name} attacks ${squares.length} squares. Another square is better: ${most}.`);
        }
      },
    );
  };
  return (
    <Exercise
      id={STRONGEST}
      title="Find the strongest square"
      state={{
        ...state,
        another: () => {
          setTapped(null);
          setAttacked([]);
          state.another();
        },
      }}
      task="Choose a square from which a queen attacks as many squares as possible."
    >
      <div class="narrow">
        <Board
          key={size}
          size={size}
          label={`A board of size ${size}`}
          onSquare={tap}
          look={(square) =>
            tapped && same(tapped, square)
              ? { queen: state.finished ? "found" : "set" }
              : { marks: attacked.some((one) => same(one, square)) ? ["attacked"] : [] }
          }
        />
      </div>
    </Exercise>
  );
}

/** Which upper half-board fits a lower one? */
export function FindFit({ lower, upper, size }: { lower: Square[][]; upper: Square[][]; size: number }) {
  const state = useExercise(FIT);
  const [chosen, setChosen] = useState<number | null>(null);
  const question = useQuestion(state.variant, async (task, variant) => {
    const random = mixed(variant + 4);
    // Some lower half-boards fit no upper one.
    for (let at = random(lower.length); ; at = (at + 1) % lower.length) {
      const low = lower[at] ?? [];
      const [fits, others]: [Square[][], Square[][]] = [[], []];
      for (const high of upper) {
        const { done } = await task.ask("look", { position: positionOf(size, [...low, ...high]) });
        (done ? fits : others).push(high);
      }
      if (fits.length > 0 && others.length >= 3) {
        const some = [fits[random(fits.length)] ?? [], ...shuffled(others, random).slice(0, 3)];
        return { low, highs: shuffled(some, random) };
      }
    }
  });
  const rowsOf = (queens: Square[]) => {
    const rows = new Array<number | null>(size).fill(null);
    for (const { col, row } of queens) {
      rows[col] = row;
    }
    return rows;
  };
  const choose = (place: number) => {
    const high = question?.highs[place];
    if (!question || !high) {
      return;
    }
    setChosen(place);
    state.ask(
      (task) => task.ask("look", { position: positionOf(size, [...question.low, ...high]) }),
      ({ conflicts, done }) =>
        done
          ? state.right("Right: no diagonal has queens in both halves, so the two half-boards form a solution.")
          : state.wrong(`These queens share diagonals with others: ${conflicts.join(", ")}.`),
    );
  };
  return (
    <Exercise
      id={FIT}
      title="Find the half-board that fits"
      state={{
        ...state,
        another: () => {
          setChosen(null);
          state.another();
        },
      }}
      task="All four boards have the same lower half. Which upper half fits, so that no two queens share a diagonal?"
    >
      {question && (
        <BoardChoice
          label="Pairs of half-boards"
          boards={question.highs.map((high) => rowsOf([...question.low, ...high]))}
          chosen={chosen}
          disabled={state.finished}
          onChoose={choose}
        />
      )}
    </Exercise>
  );
}

/** One of three counts is wrong, and cannot be right. `unchanged` has the solutions that a rotation by 180 degrees leaves unchanged. */
export function Impossible({ unchanged }: { unchanged: Record<number, number> }) {
  const state = useExercise(IMPOSSIBLE);
  const sizes = [7, 8, 9].map((size) => size + (state.variant % 5));
  const random = mixed(state.variant + 31);
  const [wrongAt, difference] = [random(3), 1 + random(7)];
  const published = useQuestion(0, (task) => task.ask("published", {}));
  const counts = sizes.map((size, place) => {
    const right = Number(published?.find(({ n }) => n === size)?.solutions ?? 0n);
    return { size, right, shown: right + (place === wrongAt ? difference : 0) };
  });
  const answer = ({ size, right, shown }: (typeof counts)[number]) => {
    const rest = shown - (unchanged[size] ?? 0);
    const sum = `${grouped(shown)} − ${unchanged[size]} = ${grouped(rest)}`;
    if (shown !== right) {
      state.right(
        `Right: ${sum} is not a multiple of 8, so the count cannot be right. The number of solutions for N = ${size} is ${grouped(right)}.`,
      );
    } else {
      state.wrong(`${sum} = 8 × ${grouped(rest / 8)}. This count passes the check.`);
    }
  };
  return (
    <Exercise
      id={IMPOSSIBLE}
      title="Find the impossible count"
      state={state}
      task="One of these counts is wrong. Subtract the solutions that are unchanged by a rotation of 180°: the others come in groups of eight. Which result is not a multiple of 8?"
    >
      {published && (
        <div class="count-choice" role="group" aria-label="Counts">
          {counts.map((count) => (
            <button key={count.size} type="button" disabled={state.finished} onClick={() => answer(count)}>
              <span>N = {count.size}</span>
              <b>{grouped(count.shown)}</b>
              <small>{unchanged[count.size]} unchanged by 180°</small>
            </button>
          ))}
        </div>
      )}
    </Exercise>
  );
}
