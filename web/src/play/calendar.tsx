/** The puzzles of the days: today's puzzle, the streak, and a calendar with the results in this browser. */
import { useMemo, useState } from "preact/hooks";
import { link } from "../route";
import { clockTime, daily, FIRST_DAY, inWords, isOnTime, laterMonth, longestStreak, streak, weeksOf } from "./daily";
import { counted } from "./describe";
import type { GameState } from "./use-game";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function Calendar({ state, today }: { state: GameState; today: string }) {
  const { store, play, version } = state;
  const results = useMemo(() => store.results(), [version, play?.record.solved]);
  /** The month that the visitor chose; null for the month of the shown day, which is known once the game is loaded. */
  const [chosen, setMonth] = useState<string | null>(null);
  const current = play?.puzzle?.day ?? null;
  const month = chosen ?? (current ?? today).slice(0, 7);
  const { size, difficulty } = daily(today);
  const result = results.get(today);
  const days = streak(results, today);
  const isStarted = useMemo(() => store.game(`day=${today}`) !== null, [today, version, play]);
  const dayLabel = (day: string) => {
    const found = results.get(day);
    const state = found
      ? `, solved in ${clockTime(found.seconds)}${isOnTime(day, found) ? "" : found.on < day ? ", before its day" : ", after its day"}`
      : "";
    return `${inWords(day)}${state}`;
  };
  return (
    <section class="panel daily" aria-label="Daily puzzle">
      <h2>Daily puzzle</h2>
      <a class="today" href={link("play", { day: today })} aria-current={current === today ? "page" : undefined}>
        <span class="leaf" aria-hidden="true">
          <small>{inWords(today, { month: "short" })}</small>
          <b>{Number(today.slice(8))}</b>
        </span>
        <span>
          <b>Today's puzzle</b>{" "}
          <small>
            {size}×{size} · {difficulty}
          </small>{" "}
        </span>
        <span class="status">
          {result ? `Solved in ${clockTime(result.seconds)}` : current === today || isStarted ? "In progress" : "Play"}
        </span>
      </a>
      <p class="streak">
        <span>
          Streak: <b>{days}</b> {days === 1 ? "day" : "days"}
        </span>
        <span>
          Longest: <b>{longestStreak(results)}</b>
        </span>
        <span>
          Solved: <b>{results.size}</b>
        </span>
      </p>
      <div class="month">
        <button
          type="button"
          class="chip"
          aria-label="Previous month"
          disabled={month <= FIRST_DAY.slice(0, 7)}
          onClick={() => setMonth(laterMonth(month, -1))}
        >
          ‹
        </button>
        <span aria-live="polite">{inWords(`${month}-01`, { month: "long", year: "numeric" })}</span>
        <button
          type="button"
          class="chip"
          aria-label="Next month"
          disabled={month >= today.slice(0, 7)}
          onClick={() => setMonth(laterMonth(month, 1))}
        >
          ›
        </button>
      </div>
      <table class="calendar" aria-label={`Puzzles of ${inWords(`${month}-01`, { month: "long", year: "numeric" })}`}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 2)}</span>
                <span class="visually-hidden">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) => {
                const found = day ? results.get(day) : undefined;
                const kind = day && found ? (isOnTime(day, found) ? "on-time" : "late") : "";
                return (
                  <td key={column}>
                    {day && day <= today ? (
                      <a
                        class={`day ${kind} ${day === today ? "is-today" : ""}`}
                        href={link("play", { day })}
                        aria-label={dayLabel(day)}
                        aria-current={day === current ? "page" : undefined}
                      >
                        {Number(day.slice(8))}
                      </a>
                    ) : (
                      day && <span class="day">{Number(day.slice(8))}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        Filled days were solved on time and count for the streak. {counted(results.size, "result")} in this browser.
      </p>
    </section>
  );
}
