/** Learn: the eight symmetries of the board. */
import { useState } from "preact/hooks";
import { SmallBoard } from "../board";
import { link } from "../route";
import type { Square } from "../square";
import { Choice, Figure, listed, Said, Slider, Try } from "./parts";
import { rowsOf, squaresOf } from "./pictures";

/** The eight symmetries: where a square of a board with this last row goes. */
export const SYMMETRIES: [name: string, of: (square: Square, last: number) => Square][] = [
  ["as it is", (square) => square],
  ["quarter turn right", ({ col, row }, last) => ({ col: row, row: last - col })],
  ["half turn", ({ col, row }, last) => ({ col: last - col, row: last - row })],
  ["quarter turn left", ({ col, row }, last) => ({ col: last - row, row: col })],
  ["upside down", ({ col, row }, last) => ({ col, row: last - row })],
  ["left and right exchanged", ({ col, row }, last) => ({ col: last - col, row })],
  ["over the diagonal of A1", ({ col, row }) => ({ col: row, row: col })],
  ["over the other diagonal", ({ col, row }, last) => ({ col: last - row, row: last - col })],
];

/** The eight images of queens, some perhaps equal. */
export function imagesOf(rows: (number | null)[]): (number | null)[][] {
  return SYMMETRIES.map(([, of]) => {
    const image = new Array<number | null>(rows.length).fill(null);
    for (const queen of squaresOf(rows)) {
      const { col, row } = of(queen, rows.length - 1);
      image[col] = row;
    }
    return image;
  });
}

const SAMPLES = {
  "1 5 8 6 3 7 2 4": "Eight images",
  "3 5 2 8 1 7 4 6": "Four",
  "2 5 3 1 4": "Two",
};

function ImagesPicture() {
  const [text, setText] = useState<keyof typeof SAMPLES>("1 5 8 6 3 7 2 4");
  const [turn, setTurn] = useState(1);
  const images = imagesOf(rowsOf(text)).map((rows) => rows.map((row) => (row ?? 0) + 1).join(" "));
  const different = new Set(images).size;
  const name = SYMMETRIES[turn]?.[0] ?? "";
  const equal = SYMMETRIES.filter((_, place) => place > 0 && images[place] === text).map(([name]) => name);
  return (
    <Figure caption="A solution and its eight images. Those on green are the solution itself.">
      <Choice label="Solution" value={text} options={SAMPLES} onValue={setText} />
      <Slider label="Turn" value={turn} most={7} text={name} onValue={setTurn} />
      <div class="side">
        <SmallBoard rows={rowsOf(images[turn] ?? text)} label={`${name}: ${images[turn]}`} />
        <div class="stack">
          <ul class="boards four small images" aria-label="The eight images">
            {images.map((image, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: a short cut for the pointer; the slider does the same by keyboard
              <li
                key={place}
                class={`${place === turn ? "here" : ""} ${image === text ? "equal" : ""}`}
                onClick={() => setTurn(place)}
              >
                <SmallBoard rows={rowsOf(image)} label={`${SYMMETRIES[place]?.[0]}: ${image}`} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Said>
        {text} has <b>{different}</b> different images.{" "}
        {equal.length === 0
          ? "No turn and no reflection leaves it as it is."
          : `These leave it as it is: ${listed(equal)}.`}
      </Said>
    </Figure>
  );
}

export function Symmetry() {
  return (
    <>
      <p>
        A board can be turned by quarters and turned over: eight ways in all, leaving it alone included. Each takes
        solutions to solutions. Those that are images of each other count as one <i>fundamental</i> solution. Mostly a
        solution has eight images. A few stay as they are under the half turn and have four, some even under the quarter
        turn and have two.
      </p>
      <ImagesPicture />
      <h2>Twelve, by counting what stays</h2>
      <p>
        There is no need to list images. Burnside's lemma says: the number of fundamental solutions is the <i>mean</i>{" "}
        number of solutions that a symmetry leaves as they are. On a board of 8:
      </p>
      <table class="burnside">
        <caption class="unseen">Solutions of N = 8 that each symmetry leaves as they are</caption>
        <tbody>
          <tr>
            <th scope="row">leaving it alone</th>
            <td class="number">92</td>
          </tr>
          <tr>
            <th scope="row">half turn</th>
            <td class="number">4</td>
          </tr>
          <tr>
            <th scope="row">two quarter turns</th>
            <td class="number">0</td>
          </tr>
          <tr>
            <th scope="row">four reflections</th>
            <td class="number">0</td>
          </tr>
          <tr class="sum">
            <th scope="row">(92 + 4 + 0) / 8</th>
            <td class="number">12</td>
          </tr>
        </tbody>
      </table>
      <p>
        A reflection never leaves a solution as it is, once N is 2 or more: a queen off its axis and her image would
        stand on one line, and N queens cannot all stand on the axis.
      </p>
      <Try
        links={[
          [link("explore", { n: 8, only: "fundamental" }), "See the 12"],
          [link("explore", { n: 5 }), "All 10 of N = 5"],
        ]}
      />
    </>
  );
}
