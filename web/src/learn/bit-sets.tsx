/** Learn: a board as three bit sets. */
import { useState } from "preact/hooks";
import { link } from "../route";
import { has, type Square, squareName } from "../square";
import { binary, Code, Figure, listed, Message, Slider, Try } from "./parts";
import { Field, Picture, UNIT } from "./pictures";
import { Screen } from "./screen";
import { RowBits } from "./tasks/bits";

/** The bits of a set, the highest first; one may be marked. */
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

/** Three queens as three sets, and the three bits that belong to a square. */
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
    <Figure caption="Queens on A1, B6 and C8. Here columns and rows are numbered from 0. Each square belongs to one bit of each set.">
      <div class="side">
        <Picture named width={size * UNIT} height={size * UNIT} label="A board of size 8 with queens on A1, B6 and C8">
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
          <Message kind={hit.length === 0 ? "good" : "bad"}>
            {squareName(square)} is{" "}
            {hit.length === 0 ? "free: all three bits are 0." : `attacked: its bit is 1 in ${listed(hit)}.`}
          </Message>
        </div>
      </div>
    </Figure>
  );
}

export function BitSets() {
  return (
    <>
      <Screen>
        <p>
          A computer stores numbers in <i>bits</i>, which are 0 or 1. The bits of a number can represent a set: bit 5 is
          1 if the set contains 5. So three numbers can replace the three arrays of{" "}
          <a href={link("learn", {}, "backtracking")}>backtracking</a>.
        </p>
        <p>
          A square is free if its bit is 0 in all three sets. Placing a queen creates a new board in which these three
          bits are 1.
        </p>
        <SetsPicture />
      </Screen>
      <Screen>
        <RowBits />
      </Screen>
      <Screen title="Nothing has to be undone">
        <p>
          Placing a queen does not change the old board. To go back, the program simply forgets the new board and
          continues with the old one. John Hurst wrote such programs in many languages and compared them: with loops,
          and in a functional style with filter, map and sum. His programs fill rows; here they fill columns, so that
          all methods can be compared.
        </p>
      </Screen>
      <Screen title="Numbers can be too small">
        <p>
          A board of size 32 has 63 diagonals in each direction, which fit into a number of 64 bits. With 32 bits, some
          diagonals are lost from N = 17 on. For this reason, a published table has 657,378,384 solutions for N = 18.
          The correct number is 666,090,624.
        </p>
      </Screen>
      <Screen>
        <Code methods={["bitset", "bitset-pipeline", "bitset-mutable"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "bitset", n: 8, step: 20 }), "Watch bit sets"],
          [link("watch", { method: "bitset-pipeline", with: "bitset", n: 6 }), "Compare pipeline with loop"],
        ]}
      />
    </>
  );
}
