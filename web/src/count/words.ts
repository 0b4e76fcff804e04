/** Numbers and times as text. */

/** Digits in groups of three. */
export function grouped(number: bigint | number | string): string {
  return BigInt(number).toLocaleString("en");
}

/** A measured time. */
export function duration(milliseconds: number): string {
  if (milliseconds < 0.005) {
    return "under 0.01 ms";
  }
  if (milliseconds < 9.95) {
    return `${milliseconds.toFixed(milliseconds < 0.995 ? 2 : 1)} ms`;
  }
  if (milliseconds < 999.5) {
    return `${Math.round(milliseconds)} ms`;
  }
  const seconds = milliseconds / 1000;
  if (seconds < 99.95) {
    return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
  }
  const minutes = Math.floor(Math.round(seconds) / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds) % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A running time, in steps that do not flicker. */
export function passed(milliseconds: number): string {
  return milliseconds < 99_950 ? `${(milliseconds / 1000).toFixed(1)} s` : duration(milliseconds);
}

/** An estimated time. */
export function about(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 1.5) {
    return "about a second";
  }
  if (seconds < 90) {
    return `about ${seconds < 20 ? Math.round(seconds) : Math.round(seconds / 5) * 5} s`;
  }
  const minutes = seconds / 60;
  return minutes < 90 ? `about ${Math.round(minutes)} min` : `about ${Math.round(minutes / 60)} h`;
}

/** A ratio: `2.5×`. */
export function times(ratio: number): string {
  return `${ratio < 9.95 ? ratio.toFixed(1) : grouped(Math.round(ratio))}×`;
}

export function plural(count: number, one: string, more = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}
