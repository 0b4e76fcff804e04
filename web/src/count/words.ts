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

/** An elapsed or remaining time in whole seconds: `0:07`, `1:15`, `2:03:00`. */
export function clock(milliseconds: number): string {
  const total = Math.round(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** A ratio: `2.5×`. */
export function times(ratio: number): string {
  return `${ratio < 9.95 ? ratio.toFixed(1) : grouped(Math.round(ratio))}×`;
}

export function plural(count: number, one: string, more = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}
