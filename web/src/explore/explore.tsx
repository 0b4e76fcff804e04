/** Explore: every solution of a board, and what there is to know of one. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { Board } from "../board";
import { Closed, frontDesk, Refusal, said, Unloaded } from "../desk";
import { numberOf } from "../route";
import { Check } from "./check";
import { type Chosen, ChosenBoard, SaveAndCopy, Symmetry } from "./chosen";
import { grouped, LARGEST, Lists, written } from "./list";
import { Listbox } from "./listbox";

/** What is to be chosen next: a place of the list, or a solution wherever it is. */
type Wish = { place: number; quiet?: boolean } | { rows: number[] };

/** How long the address waits for what is chosen to stay: browsers refuse to have it changed too often. */
const SETTLED = 250;

const USUAL = 8;
const FIRST: Wish = { place: 0, quiet: true };

/** What an address asks for, as far as it can be told without the library. */
function read(params: URLSearchParams): { size: number; only: boolean; rows: string | null; notice: string } {
  const rows = params.get("rows") || null;
  // A link with rows alone says how large the board is, too.
  const usual = rows && /^\d+(,\d+)*$/.test(rows) ? rows.split(",").length : USUAL;
  const size = numberOf(params, "n", usual, 1, LARGEST);
  const n = params.get("n");
  const odd = n !== null && n !== String(size);
  const notice = odd ? `The link asks for N = ${n}. Solutions are listed from N = 1 to ${LARGEST}.` : "";
  return { size, only: params.get("only") === "fundamental", rows, notice };
}

export function Explore({ params, write }: SectionProps) {
  const [asked] = useState(() => read(params));
  const [size, setSize] = useState(asked.size);
  const [only, setOnly] = useState(asked.only);
  const [lists, setLists] = useState<Lists | null>(null);
  const [counts, setCounts] = useState<{ all?: number; fundamental?: number }>({});
  const [wish, setWish] = useState<Wish | null>(asked.rows ? null : FIRST);
  const [place, setPlace] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [notice, setNotice] = useState(asked.notice);
  const [told, setTold] = useState("");
  const [broken, setBroken] = useState("");
  const panel = useRef<HTMLElement>(null);

  const note = (line: string) => setNotice((before) => [before, line].filter(Boolean).join(" "));
  const fail = (error: unknown) => {
    if (!(error instanceof Closed)) {
      const line = said(error);
      setBroken(error instanceof Unloaded ? line : `Something went wrong: ${line}. Loading the page again may help.`);
    }
  };

  // The rows of a link are a solution if the library says so.
  useEffect(() => {
    if (!asked.rows) {
      return;
    }
    let late = false;
    const ask = async (text: string) => {
      try {
        const { rows } = await frontDesk().ask("check", { text });
        if (late) {
          return;
        }
        const fits = rows.length === asked.size;
        setWish(fits ? { rows } : FIRST);
        if (!fits) {
          note(`The rows of the link are a solution of N = ${rows.length}. Here is N = ${asked.size} from the start.`);
        }
      } catch (error) {
        if (late) {
          return;
        }
        setWish(FIRST);
        if (error instanceof Refusal) {
          note(`The link leads to no solution: ${error.message}. Here is N = ${asked.size} from the start.`);
        } else {
          fail(error);
        }
      }
    };
    void ask(asked.rows);
    return () => {
      late = true;
    };
  }, []);

  // Lists that are not looked at any more are not worth finishing.
  useEffect(() => {
    const lists = new Lists(size);
    setLists(lists);
    setCounts({});
    setPlace(null);
    return () => lists.close();
  }, [size]);

  // The list in sight first, then the other: both are counted, and to switch takes no time.
  useEffect(() => {
    if (lists?.size !== size) {
      return;
    }
    let late = false;
    const tally = async () => {
      for (const which of [only, !only]) {
        const count = await lists.of(which).count;
        if (late) {
          return;
        }
        setCounts((counts) => ({ ...counts, [which ? "fundamental" : "all"]: count }));
      }
    };
    tally().catch(fail);
    return () => {
      late = true;
    };
  }, [lists, only]);

  useEffect(() => {
    if (lists?.size !== size || !wish) {
      return;
    }
    let late = false;
    const grant = async () => {
      const list = lists.of(only);
      const count = await list.count;
      if (late) {
        return;
      }
      if (count === 0) {
        setChosen(null);
        setPlace(null);
        return;
      }
      const place = "rows" in wish ? await list.place(wish.rows) : Math.min(wish.place, count - 1);
      if (late) {
        return;
      }
      if (place === null && !only) {
        throw new Error("a solution was not found among all");
      }
      if (place === null) {
        // Another image of it stands for it in this list.
        setOnly(false);
        note("This solution is not its own representative, so all solutions are listed now.");
        return;
      }
      setPlace(place);
      const rows = "rows" in wish ? wish.rows : await list.solution(place);
      if (late || !rows) {
        return;
      }
      const shown = await frontDesk().ask("solution", { rows });
      if (late) {
        return;
      }
      setChosen({ shown, place, count, fundamental: only });
      // Whoever walks through the list hears its rows already.
      if (!("quiet" in wish)) {
        setTold(`Solution ${place + 1} of ${count}: ${shown.text}`);
      }
    };
    grant().catch(fail);
    return () => {
      late = true;
    };
  }, [lists, only, wish]);

  // Those of the board before say nothing of this one.
  const known = lists?.size === size ? counts : {};
  const count = only ? known.fundamental : known.all;
  const none = count === 0;
  // Until there is something new, the solution before stays.
  const stale = chosen !== null && (chosen.shown.rows.length !== size || chosen.fundamental !== only);

  useEffect(() => {
    if (stale || (!chosen && !none)) {
      return;
    }
    const rows = chosen && written(chosen.shown.rows, ",");
    const timer = setTimeout(() => write({ n: size, only: only ? "fundamental" : null, rows }), SETTLED);
    return () => clearTimeout(timer);
  }, [chosen, none, stale, size, only]);

  const open = (size: number) => {
    setSize(size);
    setWish(FIRST);
    setNotice("");
    setTold("");
  };
  const pick = (place: number, quiet = false) => {
    setPlace(place);
    setWish(quiet ? { place, quiet } : { place });
    setNotice("");
    setTold("");
  };
  const choose = (rows: number[]) => {
    setSize(rows.length);
    setWish({ rows });
    setNotice("");
    setTold("");
  };
  const restrict = (only: boolean) => {
    setOnly(only);
    setPlace(null);
    setNotice("");
    setTold("");
    const shown = chosen?.shown.rows.length === size ? chosen.shown : null;
    setWish(shown ? { rows: only ? shown.smallest : shown.rows } : FIRST);
  };

  // Where a button goes away by being used, the keyboard is not to be lost with it.
  const here = () => panel.current?.focus({ preventScroll: true });

  return (
    <>
      <h1>Explore</h1>
      <p class="lead">
        Every solution of the boards up to N = {LARGEST}, one by one. Fundamental ones differ by more than a turn or a
        reflection of the board.
      </p>
      <div class="panel controls explore-controls">
        <label class="field">
          Board size N
          <select value={size} onChange={(event) => open(Number(event.currentTarget.value))}>
            {Array.from({ length: LARGEST }, (_, at) => (
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={only} onChange={(event) => restrict(event.currentTarget.checked)} />
          Only the fundamental ones
        </label>
        <p class="counts" role="status">
          {inWords(size, known)}
        </p>
      </div>
      {broken && <p class="said bad">{broken}</p>}
      <div role="status">{notice && <p class="said notice">{notice}</p>}</div>
      <p class="unseen" role="status">
        {told}
      </p>
      <div class={`explore${none ? " none" : ""}`}>
        <section class="panel chosen" aria-label="The chosen solution" aria-busy={stale} ref={panel} tabIndex={-1}>
          {none ? (
            <None
              size={size}
              onSize={(size) => {
                open(size);
                here();
              }}
            />
          ) : chosen ? (
            <ChosenBoard chosen={chosen} onPick={pick} />
          ) : (
            <Board size={size} label={`An empty board of ${size}`} look={() => ({})} />
          )}
        </section>
        {!none && (
          <section class="panel listed" aria-labelledby="listed">
            <h2 id="listed">{only ? "Fundamental solutions" : "All solutions"}</h2>
            <Jump count={count} place={place} onPick={pick} />
            {lists?.size === size && count !== undefined ? (
              <Listbox
                key={`${size} ${only}`}
                list={lists.of(only)}
                count={count}
                place={place}
                label={`${only ? "Fundamental solutions" : "Solutions"} of N = ${size}`}
                onPick={(place) => pick(place, true)}
              />
            ) : (
              <p class="listbox waiting">{!broken && <span>Listing the solutions of N = {size} …</span>}</p>
            )}
          </section>
        )}
        {chosen && !none && (
          <div class="more">
            <section class="panel symmetry" aria-label="Symmetry" aria-busy={stale}>
              <Symmetry
                shown={chosen.shown}
                onRows={choose}
                onRepresentative={() => {
                  choose(chosen.shown.smallest);
                  here();
                }}
              />
            </section>
            <section class="panel" aria-label="Save and copy" aria-busy={stale}>
              <SaveAndCopy chosen={chosen} />
            </section>
          </div>
        )}
        <section class="panel checks" aria-label="Check a solution">
          <Check
            onRows={(rows) => {
              choose(rows);
              // It is shown further up, on a phone far out of sight.
              panel.current?.scrollIntoView();
            }}
          />
        </section>
      </div>
    </>
  );
}

/** How many there are, as far as it is known. */
function inWords(size: number, { all, fundamental }: { all?: number; fundamental?: number }): string {
  const solutions = (count: number) => (count === 1 ? "solution" : "solutions");
  if (all === 0 || fundamental === 0) {
    return `N = ${size} has no solutions.`;
  }
  if (all !== undefined && fundamental !== undefined) {
    return all === 1
      ? "1 solution, and it is fundamental."
      : `${grouped(all)} solutions, ${grouped(fundamental)} of them fundamental.`;
  }
  if (all !== undefined) {
    return `${grouped(all)} ${solutions(all)}.`;
  }
  return fundamental !== undefined ? `${grouped(fundamental)} fundamental ${solutions(fundamental)}.` : "Listing …";
}

/** The boards of 2 and 3. */
function None({ size, onSize }: { size: number; onSize(size: number): void }) {
  return (
    <>
      <div class="head">
        <h2>No solutions</h2>
      </div>
      <Board
        size={size}
        label={size === 2 ? "A queen on A1 attacks all other squares" : "Queens on A1 and B3 attack all other squares"}
        look={({ col, row }) => {
          const stands = (col === 0 && row === 0) || (size === 3 && col === 1 && row === 2);
          return stands ? { queen: "set" } : { marks: ["attacked"] };
        }}
      />
      <p>
        {size === 2
          ? "On a board of 2 a queen attacks all other squares, so there is no place for a second one."
          : "On a board of 3 two queens can stand in peace, but there is never a place for the third."}{" "}
        From N = 4 on there is always a solution.
      </p>
      <div class="controls">
        <button type="button" class="primary" onClick={() => onSize(4)}>
          Go to N = 4
        </button>
        <button type="button" onClick={() => onSize(1)}>
          Go to N = 1
        </button>
      </div>
    </>
  );
}

/** The number of the chosen solution, to be read and written, and a die. */
function Jump(props: { count: number | undefined; place: number | null; onPick(place: number): void }) {
  const { count, place, onPick } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  // A number half written is of the list before.
  useEffect(() => {
    setDraft(null);
    setWrong("");
  }, [count, place]);

  const go = () => {
    if (draft === null || count === undefined) {
      return;
    }
    // Large numbers are shown with commas, so they are read with them.
    const digits = draft.replaceAll(/[\s,]/g, "");
    const number = /^\d+$/.test(digits) ? Number(digits) : 0;
    if (number < 1 || number > count) {
      setWrong(count === 1 ? "There is only number 1." : `Numbers go from 1 to ${grouped(count)}.`);
      return;
    }
    setDraft(null);
    setWrong("");
    onPick(number - 1);
  };
  const random = () => {
    if (count !== undefined) {
      let next = Math.floor(Math.random() * count);
      if (next === place) {
        next = (next + 1) % count;
      }
      onPick(next);
    }
  };
  return (
    <>
      <form
        class="jump"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <label class="field">
          Solution number
          <input
            type="text"
            inputMode="numeric"
            autocomplete="off"
            enterkeyhint="go"
            value={draft ?? (place === null ? "" : String(place + 1))}
            aria-invalid={wrong !== ""}
            aria-describedby="jump-wrong"
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Go</button>
        <button type="button" onClick={random} aria-disabled={count === undefined}>
          Random
        </button>
      </form>
      <p id="jump-wrong" class="wrong" role="status">
        {wrong}
      </p>
    </>
  );
}
