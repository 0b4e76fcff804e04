/** Daily puzzles: dates, streaks and the calendar. All functions are pure except `today`. */
import type { PuzzleSource, Result } from "./game";
import { WEEK } from "./week";

/** The day of the first puzzle that the calendar offers. */
export const FIRST_DAY = "2026-01-01";

/** The daily puzzle, the same for everyone: small and easy on Mondays, large and hard on Sundays. */
export function daily(day: string): PuzzleSource {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const [size, difficulty] = WEEK[weekday] ?? [8, "medium"];
  return { rules: "regions", size, stars: 1, seed: Number(day.replaceAll("-", "")), difficulty, day };
}

/** The text if it is a valid date such as `2026-11-15`, else null. */
export function dayOf(text: string | null): string | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) {
    return null;
  }
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The current date in the time zone of the player. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The date a number of days later. */
export function later(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The date in words: 15 November 2026. */
export function inWords(day: string, style: Intl.DateTimeFormatOptions = { dateStyle: "long" }): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { ...style, timeZone: "UTC" });
}

/** Whether a result counts for the streak: the puzzle was solved on its own day. */
export const isOnTime = (day: string, result: Result | undefined): boolean => result?.on === day;

/** The number of days in a row, up to today, whose puzzle was solved on its day. Today is still open until it is over. */
export function streak(results: ReadonlyMap<string, Result>, today: string): number {
  let day = isOnTime(today, results.get(today)) ? today : later(today, -1);
  let days = 0;
  for (; isOnTime(day, results.get(day)); day = later(day, -1)) {
    days++;
  }
  return days;
}

/** The longest streak. */
export function longestStreak(results: ReadonlyMap<string, Result>): number {
  let [best, current, before] = [0, 0, ""];
  for (const day of [...results.keys()].sort()) {
    if (isOnTime(day, results.get(day))) {
      current = later(before || "0001-01-01", 1) === day ? current + 1 : 1;
      before = day;
      best = Math.max(best, current);
    }
  }
  return best;
}

/** The days of a month (`2026-11`) in weeks from Monday; null before the first and after the last day. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days: (string | null)[] = Array.from({ length: weekday }, () => null);
  for (let day = first; day.startsWith(month); day = later(day, 1)) {
    days.push(day);
  }
  while (days.length % 7 > 0) {
    days.push(null);
  }
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The month a number of months later. */
export function laterMonth(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** A time as minutes and seconds: 1:23, or 1:02:03 from an hour on. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
