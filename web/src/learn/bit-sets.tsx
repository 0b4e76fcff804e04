/** Learn: a board as three bit sets. */
import { useState } from "preact/hooks";
import { link } from "../route";
import { has, type Square, squareName } from "../square";
import { binary, Code, Figure, listed, Said, Slider, Try } from "./parts";
import { Field, Picture, UNIT } from "./pictures";

/** The bits of a set, the highest first; some are marked. */
function Bits(props: { bits: number; length: number; marked?: number | undefined; label: string }) {
  const { bits, length, marked } = props;
  return (
    <span class="bits" role="img" aria-label={`${props.label}: ${binary(bits, length)}`}>
      {Array.from({ length }, (_, place) => length - 1 - place).map((place) => (
        <span key={place} class={`bit ${has(bits, place) ? "on" : ""} ${place === marked ? "marked" : ""}`}>
          {has(bits, place) ? 1 : 0}
        </span>
      ))}
    </span>
  );
}

/** Three queens as three sets, and the three bits that a square asks for. */
function SetsPicture() {
  const size = 8;
  const queens: Square[] = [
    { col: 0, row: 0 },
    { col: 1, row: 5 },
    { col: 2, row: 7 },
  ];
  const [row, setRow] = useState(4);
  const column = queens.length;
  const lines = [
    { name: "rows", rule: "row", length: size, of: ({ row }: Square) => row },
    { name: "falling", rule: "column + row", length: 2 * size - 1, of: ({ col, row }: Square) => col + row },
    {
      name: "rising",
      rule: `column − row + ${size - 1}`,
      length: 2 * size - 1,
      of: ({ col, row }: Square) => col - row + size - 1,
    },
  ].map((line) => ({ ...line, bits: queens.reduce((bits, queen) => bits | (1 << line.of(queen)), 0) }));
  const square = { col: column, row };
  const hit = lines.filter(({ bits, of }) => has(bits, of(square))).map(({ name }) => name);
  return (
    <Figure caption="Queens on A1, B6 and C8. Columns and rows count from 0 here. A square asks for one bit of each set.">
      <div class="side">
        <Picture named width={size * UNIT} height={size * UNIT} label="A board of 8 with queens on A1, B6 and C8">
          <Field
            named
            size={size}
            queens={queens}
            shade={({ col, row: other }) => (col === column ? (other === row ? "accent" : "pale") : undefined)}
          />
        </Picture>
        <div class="stack">
          <Slider label="Square" value={row} most={size - 1} text={squareName(square)} onValue={setRow} />
          <dl class="sets">
            {lines.map(({ name, rule, bits, length, of }) => (
              <div key={name}>
                <dt>
                  {name} = {bits}{" "}
                  <span class="note">
                    bit {of(square)}: {rule}
                  </span>
                </dt>
                <dd>
                  <Bits bits={bits} length={length} marked={of(square)} label={name} />
                </dd>
              </div>
            ))}
          </dl>
          <Said kind={hit.length === 0 ? "good" : "bad"}>
            {squareName(square)} is{" "}
            {hit.length === 0 ? "free: all three bits are 0." : `attacked: found in ${listed(hit)}.`}
          </Said>
        </div>
      </div>
    </Figure>
  );
}

export function BitSets() {
  return (
    <>
      <p>
        A number is a row of bits, and a row of bits is a set: bit 5 is 1 if 5 belongs to it. So three numbers hold what
        three arrays held. John Hurst's board is just that. To ask whether a square is free is to look at three bits; to
        set a queen is to make a new board with three more.
      </p>
      <SetsPicture />
      <p>
        The old board never changes, so nothing needs to be taken back: the program forgets the new one. That suits a
        pipeline of filter, map and sum just as well as a loop. (Hurst's board fills rows; here it lies on its side, so
        that all methods can be compared.)
      </p>
      <p>
        Sets must be wide enough. A board of 32 has 63 diagonals in each direction, which 64 bits hold. With 32 bits the
        shifts wrap around from N = 17 on: so a published table came to 657,378,384 for N = 18. Right is 666,090,624.
      </p>
      <Code methods={["bitset", "bitset-pipeline", "bitset-mutable"]} />
      <Try
        links={[
          [link("watch", { method: "bitset", n: 8, step: 20 }), "Watch the board of bit sets"],
          [link("watch", { method: "bitset-pipeline", with: "bitset", n: 6 }), "Pipeline beside loop"],
        ]}
      />
    </>
  );
}
