/** Learn: local search on large boards. */
import { useContext, useState } from "preact/hooks";
import { EmbedButton } from "../embed/code";
import { link, numberOf } from "../route";
import { LAST_SEED, type LargeSearch, LargeView } from "./large-view";
import { Figure, Try } from "./parts";
import { Address, Screen } from "./screen";
import { Repair } from "./tasks/repair";

function LargePicture() {
  const { params, change } = useContext(Address);
  const [search, setSearch] = useState<LargeSearch>(() => ({
    n: numberOf(params, "n", 200, 4, 1000),
    seed: numberOf(params, "seed", 1, 1, LAST_SEED),
    start: params.get("start") === "few-attacks" ? "few-attacks" : "shuffled",
  }));
  const choose = (search: LargeSearch) => {
    setSearch(search);
    const { n, seed, start } = search;
    change({ n, seed, start: start === "shuffled" ? null : start });
  };
  return (
    <Figure
      class="wide"
      caption="Attacked queens are red and larger, and lines connect queens that attack each other. Circles mark the last exchange."
    >
      <LargeView search={search} onSearch={choose} />
      <div class="controls">
        <EmbedButton
          view="large"
          params={() => ({ ...search, start: search.start === "shuffled" ? null : search.start })}
          title={`Local search on a board of size ${search.n}`}
        />
      </div>
    </Figure>
  );
}

export function LargeBoards() {
  return (
    <>
      <Screen>
        <p>
          Backtracking finds <i>all</i> solutions, but it takes very long even for one solution of a board of size
          1,000. If one solution is enough, there is a different way: start with a board that is wrong, and repair it.
          This is called <i>local search</i>.
        </p>
        <p>
          Place one queen in every column and every row, in random order. Now only diagonals can be attacked. Choose an
          attacked queen and any other queen, and let them exchange their rows if fewer pairs of queens attack each
          other afterwards. Repeat this until no queen is attacked.
        </p>
      </Screen>
      <Screen title="Watch it repair a board">
        <LargePicture />
      </Screen>
      <Screen>
        <Repair />
      </Screen>
      <Screen title="Why it is fast">
        <p>
          The program knows the number of queens on every diagonal. So it can test an exchange in a few operations, no
          matter how large the board is. About one exchange for every two queens is enough, because large boards have
          very many solutions.
        </p>
        <p>
          The start matters too. A careful start places the queens one after the other and tries up to 64 free rows for
          each, until its diagonals are free. Then only a few dozen queens are attacked, even on a board with a million
          queens. <code>queens find 1000000 --random</code> works this way and takes less than a second.
        </p>
        <p>
          Local search cannot prove anything: it cannot count solutions, and it would search forever on a board without
          a solution. The method follows Rok Sosič and Jun Gu, who published it in 1994. Searches that always reduce the
          number of conflicts are also called <i>min-conflicts</i> searches.
        </p>
      </Screen>
      <Try
        links={[
          [link("learn", { n: 1000 }, "large-boards"), "Solve a board of 1,000"],
          [link("watch", { method: "arrays", n: 16 }), "Watch backtracking on a board of 16"],
        ]}
      />
    </>
  );
}
