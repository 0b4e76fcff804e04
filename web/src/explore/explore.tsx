/** Explore: all solutions of a board, and details of the selected one. */
import { useRef } from "preact/hooks";
import type { SectionProps } from "../address";
import { Board } from "../board";
import { Check } from "./check";
import { ChosenBoard, SaveAndCopy, Symmetry } from "./chosen";
import { Jump } from "./jump";
import { grouped, LARGEST } from "./list";
import { Listbox } from "./listbox";
import { NoSolutions } from "./no-solutions";
import { type Counts, useSelection } from "./use-selection";

export function Explore(props: SectionProps) {
  const selection = useSelection(props);
  const { size, only, lists, counts, place, chosen, stale, notice, announcement, failure } = selection;
  const panel = useRef<HTMLElement>(null);
  const count = only ? counts.fundamental : counts.all;
  const none = count === 0;
  // A button that disappears when it is used would lose the focus.
  const focusPanel = () => panel.current?.focus({ preventScroll: true });

  return (
    <>
      <h1>Explore</h1>
      <p class="lead">
        Browse all solutions for board sizes up to N = {LARGEST}. Solutions that are rotations or reflections of each
        other count as one fundamental solution.
      </p>
      <div class="panel controls explore-controls">
        <label class="field">
          Board size N
          <select value={size} onChange={(event) => selection.openSize(Number(event.currentTarget.value))}>
            {Array.from({ length: LARGEST }, (_, at) => (
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={only} onChange={(event) => selection.restrict(event.currentTarget.checked)} />
          Fundamental solutions only
        </label>
        <p class="counts" role="status">
          {inWords(size, counts)}
        </p>
      </div>
      {failure && <p class="message bad">{failure}</p>}
      <div role="status">{notice && <p class="message notice">{notice}</p>}</div>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      <div class={`explore${none ? " none" : ""}`}>
        <section
          class="panel chosen"
          aria-label="Selected solution"
          aria-busy={stale || (!chosen && !none && !failure)}
          ref={panel}
          tabIndex={-1}
        >
          {none ? (
            <NoSolutions
              size={size}
              onSize={(size) => {
                selection.openSize(size);
                focusPanel();
              }}
            />
          ) : chosen ? (
            <ChosenBoard chosen={chosen} onPick={selection.pickPlace} />
          ) : (
            <Board size={size} label={`Empty board of size ${size}`} look={() => ({})} />
          )}
        </section>
        {!none && (
          <section class="panel listed" aria-labelledby="listed">
            <h2 id="listed">{only ? "Fundamental solutions" : "All solutions"}</h2>
            <Jump count={count} place={place} onPick={selection.pickPlace} />
            {lists && count !== undefined ? (
              <Listbox
                key={`${size} ${only}`}
                list={lists.of(only)}
                count={count}
                place={place}
                label={`${only ? "Fundamental solutions" : "Solutions"} for N = ${size}`}
                onPick={(place) => selection.pickPlace(place, true)}
              />
            ) : (
              <p class="listbox waiting">{!failure && <span>Loading the solutions for N = {size} …</span>}</p>
            )}
          </section>
        )}
        {chosen && !none && (
          <div class="more">
            <section class="panel symmetry" aria-label="Symmetry" aria-busy={stale}>
              <Symmetry
                shown={chosen.shown}
                onRows={selection.pickRows}
                onRepresentative={() => {
                  selection.pickRows(chosen.shown.smallest);
                  focusPanel();
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
              selection.pickRows(rows);
              // On a phone the selected solution is above the visible part of the page.
              panel.current?.scrollIntoView();
            }}
          />
        </section>
      </div>
    </>
  );
}

/** The numbers of solutions as a sentence. */
function inWords(size: number, { all, fundamental }: Counts): string {
  const solutions = (count: number) => (count === 1 ? "solution" : "solutions");
  if (all === 0 || fundamental === 0) {
    return `N = ${size} has no solutions.`;
  }
  if (all !== undefined && fundamental !== undefined) {
    return all === 1
      ? "1 solution, which is fundamental."
      : `${grouped(all)} solutions, ${grouped(fundamental)} of them fundamental.`;
  }
  if (all !== undefined) {
    return `${grouped(all)} ${solutions(all)}.`;
  }
  return fundamental !== undefined ? `${grouped(fundamental)} fundamental ${solutions(fundamental)}.` : "Loading …";
}
