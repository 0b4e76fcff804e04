/** A field for the number of the selected solution, and a button that selects a random one. */
import { useEffect, useState } from "preact/hooks";
import { grouped } from "./list";

export function Jump(props: { count: number | undefined; place: number | null; onPick(place: number): void }) {
  const { count, place, onPick } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  // An incomplete input belongs to the previous state.
  useEffect(() => {
    setDraft(null);
    setWrong("");
  }, [count, place]);

  const go = () => {
    if (draft === null || count === undefined) {
      return;
    }
    // Large numbers are shown with commas, so commas are accepted.
    const digits = draft.replaceAll(/[\s,]/g, "");
    const number = /^\d+$/.test(digits) ? Number(digits) : 0;
    if (number < 1 || number > count) {
      setWrong(count === 1 ? "The only number is 1." : `Enter a number from 1 to ${grouped(count)}.`);
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
