/** Learn: the eight symmetries of the board. */
import { useState } from "preact/hooks";
import { SmallBoard } from "../board";
import { link } from "../route";
import type { Square } from "../square";
import { Choice, Figure, listed, Message, Slider, Try } from "./parts";
import { rowsOf, squaresOf } from "./pictures";
import { Screen } from "./screen";
import { FindImage, FindSymmetric } from "./tasks/symmetry";

/** The eight symmetries: the image of a square, for a board with this last row. */
export const SYMMETRIES: [name: string, of: (square: Square, last: number) => Square][] = [
  ["original", (square) => square],
  ["rotated 90°", ({ col, row }, last) => ({ col: row, row: last - col })],
  ["rotated 180°", ({ col, row }, last) => ({ col: last - col, row: last - row })],
  ["rotated 270°", ({ col, row }, last) => ({ col: last - row, row: col })],
  ["flipped vertically", ({ col, row }, last) => ({ col, row: last - row })],
  ["flipped horizontally", ({ col, row }, last) => ({ col: last - col, row })],
  ["flipped along the A1 diagonal", ({ col, row }) => ({ col: row, row: col })],
  ["flipped along the other diagonal", ({ col, row }, last) => ({ col: last - row, row: last - col })],
];

/** The eight images of queens. Some may be equal. */
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
  "3 5 2 8 1 7 4 6": "Four images",
  "2 5 3 1 4": "Two images",
};

function ImagesPicture() {
  const [text, setText] = useState<keyof typeof SAMPLES>("1 5 8 6 3 7 2 4");
  const [chosen, setChosen] = useState(1);
  const images = imagesOf(rowsOf(text)).map((rows) => rows.map((row) => (row ?? 0) + 1).join(" "));
  const different = new Set(images).size;
  const name = SYMMETRIES[chosen]?.[0] ?? "";
  const equal = SYMMETRIES.filter((_, place) => place > 0 && images[place] === text).map(([name]) => name);
  return (
    <Figure caption="A solution and its eight images. Images marked in green are equal to the solution.">
      <Choice label="Solution" value={text} options={SAMPLES} onValue={setText} />
      <Slider label="Symmetry" value={chosen} most={7} text={name} onValue={setChosen} />
      <div class="side">
        <SmallBoard rows={rowsOf(images[chosen] ?? text)} label={`${name}: ${images[chosen]}`} />
        <div class="stack">
          <ul class="boards four small images" aria-label="The eight images">
            {images.map((image, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: a short cut for the pointer; the slider does the same by keyboard
              <li
                key={place}
                class={`${place === chosen ? "here" : ""} ${image === text ? "equal" : ""}`}
                onClick={() => setChosen(place)}
              >
                <SmallBoard rows={rowsOf(image)} label={`${SYMMETRIES[place]?.[0]}: ${image}`} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Message>
        {text} has <b>{different}</b> different images.{" "}
        {equal.length === 0
          ? "Every rotation and every reflection changes it."
          : `These symmetries leave it unchanged: ${listed(equal)}.`}
      </Message>
    </Figure>
  );
}

export function Symmetry() {
  return (
    <>
      <Screen>
        <p>
          Rotate or reflect a solution, and the result is again a solution: its <i>image</i>. A board has eight{" "}
          <i>symmetries</i>: the rotations by 0°, 90°, 180° and 270°, and four reflections. So a solution has eight
          images. One of them, the rotation by 0°, is the solution itself.
        </p>
        <ImagesPicture />
      </Screen>
      <Screen title="Fundamental solutions">
        <p>
          Solutions that are images of each other form a <i>class</i>, and count as one <i>fundamental</i> solution.
          Most classes have eight members. But some solutions look the same after a rotation:
        </p>
        <ul>
          <li>unchanged by a rotation of 180°, but not of 90°: four different images,</li>
          <li>unchanged by a rotation of 90°: two different images.</li>
        </ul>
      </Screen>
      <Screen>
        <FindSymmetric />
      </Screen>
      <Screen>
        <FindImage />
      </Screen>
      <Screen title="Counting fundamental solutions">
        <p>
          <i>Burnside's lemma</i>, a theorem about symmetries, says: the number of fundamental solutions is the average,
          over the eight symmetries, of the number of solutions that the symmetry leaves unchanged. For N = 8:
        </p>
        <table class="burnside">
          <caption class="visually-hidden">Solutions for N = 8 that each symmetry leaves unchanged</caption>
          <tbody>
            <tr>
              <th scope="row">rotation by 0°</th>
              <td class="number">92</td>
            </tr>
            <tr>
              <th scope="row">rotation by 180°</th>
              <td class="number">4</td>
            </tr>
            <tr>
              <th scope="row">rotations by 90° and 270°</th>
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
      </Screen>
      <Screen title="Why reflections do not matter">
        <p>
          If N is at least 2, no reflection leaves a solution unchanged. A queen that is not on the axis of the
          reflection would be mapped to another queen in the same row, column or diagonal, and the two would attack each
          other. And the queens cannot all be on the axis.
        </p>
      </Screen>
      <Try
        links={[
          [link("explore", { n: 8, only: "fundamental" }), "See the 12 fundamental solutions"],
          [link("explore", { n: 5 }), "See all 10 solutions for N = 5"],
        ]}
      />
    </>
  );
}
