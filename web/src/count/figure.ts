/** A count as a figure to share: a line of text and a picture. */
import { link } from "../route";
import type { CountRecord } from "./pool";
import { duration, grouped, plural } from "./words";

/** What counted: `8 cores`, `the GPU`. */
const deviceText = ({ gpu, workers }: CountRecord) => (gpu ? "the GPU" : plural(workers, "core"));

/** `N = 18 in 4.10 s on 8 cores` */
export const figure = (record: CountRecord) =>
  `N = ${record.n} in ${duration(1000 * record.seconds)} on ${deviceText(record)}`;

/** The text to share, with a link that counts the same. */
export function shareText(record: CountRecord): string {
  const { n, solutions, gpu } = record;
  const there = link("count", { n, device: gpu ? "gpu" : null });
  return `${figure(record)}: ${grouped(solutions)} ${solutions === 1n ? "solution" : "solutions"} of the N-queens problem, counted in the browser.\n${location.href.split("#")[0]}${there}`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The picture to share, 1200 × 630. `queen` is the outline of a queen in a square of 48. */
export function picture(record: CountRecord, queen: string): string {
  const { n, solutions, gpu } = record;
  const sum = grouped(solutions);
  const board = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 4 }, (_, place) => `M${row % 2 === 0 ? 2 * place + 1 : 2 * place} ${row}h1v1h-1z`).join(""),
  ).join("");
  const size = Math.min(150, Math.floor(1900 / sum.length));
  const text = (y: number, height: number, weight: number, words: string) =>
    `<text x="80" y="${y}" font-size="${height}" font-weight="${weight}">${escaped(words)}</text>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">' +
    '<rect width="1200" height="630" fill="#4b2a6b"/>' +
    `<path transform="translate(760 -10) scale(81.25)" d="${board}" fill="#ffffff" opacity="0.07"/>` +
    `<path transform="translate(1040 430) scale(2.6)" d="${queen}" fill="#f7ecd9"/>` +
    '<g fill="#f7ecd9" font-family="system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif">' +
    text(130, 44, 500, `${solutions === 1n ? "Solution" : "Solutions"} of the ${n}-queens problem`) +
    text(300, size, 700, sum) +
    text(430, 72, 650, `${duration(1000 * record.seconds)} on ${deviceText(record)}`) +
    text(500, 34, 400, gpu ? `${gpu}, in the browser` : `method ${record.method}, in the browser`) +
    "</g></svg>"
  );
}
