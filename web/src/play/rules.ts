/**
 * The rules in the page, so that conflicts are red as soon as a queen is placed. The library has the same rules; a test compares
 * both on random positions.
 */
import type { Position } from "../protocol";
import { type Square, square, squareName } from "../square";

/** What the queens of a position do to each other and to the squares. */
export interface Outcome {
  /** Queens that break a rule together with others. */
  conflicts: Set<string>;
  /** Squares without a queen on which a further queen would break a rule. */
  attacked: Set<string>;
  /** Whether the queens are a solution. */
  done: boolean;
}

/** The number of queens of a solution. */
export const queensOf = (fixed: Position): number => fixed.size * fixed.stars;

/** Whether two different squares attack each other along lines or as neighbours, without regions. */
function attacks(fixed: Position, one: Square, other: Square): boolean {
  const across = Math.abs(one.col - other.col);
  const along = Math.abs(one.row - other.row);
  if (fixed.stars > 1) {
    return Math.max(across, along) === 1;
  }
  const byQueen = across === 0 || along === 0 || across === along;
  switch (fixed.rules) {
    case "queens":
      return byQueen;
    case "torus":
      return byQueen || across + along === fixed.size;
    case "superqueens":
      return byQueen || (Math.min(across, along) === 1 && Math.max(across, along) === 2);
    case "regions":
      return across === 0 || along === 0 || (across === 1 && along === 1);
  }
}

/** Evaluates queens on the board of a position. Its given queens must be among them. */
export function evaluate(fixed: Position, queens: string[]): Outcome {
  const { size, rules, regions } = fixed;
  const { stars } = fixed;
  const regionOf = ({ col, row }: Square) => (rules === "regions" ? regions?.[size - 1 - row]?.[col] : undefined);
  const placed = queens.map(square);
  const [columns, rows] = [new Array<number>(size).fill(0), new Array<number>(size).fill(0)];
  const inRegions = new Map<string | undefined, number>();
  for (const queen of placed) {
    columns[queen.col] = (columns[queen.col] ?? 0) + 1;
    rows[queen.row] = (rows[queen.row] ?? 0) + 1;
    const region = regionOf(queen);
    inRegions.set(region, (inRegions.get(region) ?? 0) + 1);
  }
  /** Whether a queen on this square breaks a rule. `own` is 1 if there is one, else 0. */
  const isRuledOut = (at: Square, own: number) => {
    const region = regionOf(at);
    const most = stars + own;
    return (
      (columns[at.col] ?? 0) >= most ||
      (rows[at.row] ?? 0) >= most ||
      (region !== undefined && (inRegions.get(region) ?? 0) >= most) ||
      placed.some((queen) => (queen.col !== at.col || queen.row !== at.row) && attacks(fixed, queen, at))
    );
  };
  const conflicts = new Set(placed.filter((queen) => isRuledOut(queen, 1)).map(squareName));
  const attacked = new Set<string>();
  const own = new Set(queens);
  for (let col = 0; col < size && placed.length > 0; col++) {
    for (let row = 0; row < size; row++) {
      const name = squareName({ col, row });
      if (!own.has(name) && isRuledOut({ col, row }, 0)) {
        attacked.add(name);
      }
    }
  }
  return { conflicts, attacked, done: placed.length === queensOf(fixed) && conflicts.size === 0 };
}
