// Computes the colours of regions and writes them for the library and the page: `node web/palette.mjs`. It takes about a minute; the result
// is the same on every run.
//
// The colours of a theme maximise the smallest distance between two of them, for normal colour vision and for the three kinds of
// dichromacy. Distances are Euclidean in OKLab (B. Ottosson, 2020, https://bottosson.github.io/posts/oklab/). Dichromacy is simulated with
// the matrices of Machado, Oliveira and Fernandes (A physiologically-based model for simulation of color vision deficiency, IEEE
// TVCG 15 (6), 2009), severity 1. The luminance is limited, so that queens and marks have enough contrast on every colour.
//
// The first colours differ more than the last ones, because a board of size N has the first N. The tests of the library compute the
// distances and contrasts again: crates/queens-draw/src/palette/tests.rs.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const COLOURS = 20;

/** The range of relative luminances of each theme, and the largest chroma. */
const THEMES = {
  light: { luminance: [0.4, 0.93], chroma: 0.17 },
  dark: { luminance: [0.012, 0.125], chroma: 0.16 },
};

/** The distance that each colour should have from those before it: small boards have fewer colours, which can differ more. */
const WANTED = Array.from({ length: COLOURS }, (_, place) => 0.055 * (COLOURS / Math.max(6, place + 1)) ** 0.42);

const VISIONS = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  // Protanopia, deuteranopia, tritanopia.
  [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
];

const linear = (byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const LINEAR = Array.from({ length: 256 }, (_, byte) => linear(byte));
const byte = (value) => Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));

const times = (m, [x, y, z]) => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
];

function oklab([r, g, b]) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The colour, as bytes, of a point in OKLab; null if no screen shows it. */
function fromOklab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return rgb.every((part) => part >= 0 && part <= 1) ? rgb.map(byte) : null;
}

/** How a colour looks with each kind of vision, in OKLab. */
function looks(rgb) {
  const light = rgb.map((part) => LINEAR[part]);
  return VISIONS.map((vision) => oklab(times(vision, light).map((part) => Math.min(1, Math.max(0, part)))));
}

const luminance = (rgb) =>
  times(
    [0.2126, 0.7152, 0.0722, 0, 0, 0, 0, 0, 0],
    rgb.map((part) => LINEAR[part]),
  )[0];

/** The smallest distance of two colours over all kinds of vision. Normal vision is more common, so it counts for less than it is. */
const distance = (one, other) =>
  Math.min(
    ...one.map((lab, vision) => Math.hypot(...lab.map((x, i) => x - other[vision][i])) / (vision === 0 ? 1.25 : 1)),
  );

/** A generator of random numbers in [0, 1): mulberry32. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Moves colours at random. A move is kept if it lowers the energy, and at first also if it does not raise it much. */
function anneal({ luminance: [darkest, lightest], chroma }, seed, steps) {
  const next = random(seed);
  const point = () => [next(), (2 * next() - 1) * chroma, (2 * next() - 1) * chroma];
  const colour = (lab) => {
    const rgb = Math.hypot(lab[1], lab[2]) <= chroma ? fromOklab(lab) : null;
    const light = rgb && luminance(rgb);
    return light !== null && light >= darkest && light <= lightest ? { lab, rgb, looks: looks(rgb) } : null;
  };
  const colours = [];
  while (colours.length < COLOURS) {
    const drawn = colour(point());
    if (drawn) colours.push(drawn);
  }
  const energy = (at, place) =>
    colours.reduce((sum, other, i) => {
      const wanted = WANTED[Math.max(i, place)];
      return sum + (i === place ? 0 : (wanted / distance(at.looks, other.looks)) ** 14);
    }, 0);
  for (let step = 0; step < steps; step++) {
    const heat = 1 - step / steps;
    const place = Math.floor(next() * COLOURS);
    const old = colours[place];
    const jump = next() < 0.05 * heat;
    const reach = 0.004 + 0.06 * heat;
    const moved = colour(jump ? point() : old.lab.map((x) => x + (2 * next() - 1) * reach));
    if (moved && energy(moved, place) < energy(old, place) * (1 + 0.3 * heat * next())) {
      colours[place] = moved;
    }
  }
  return colours;
}

const smallest = (colours) =>
  Math.min(...colours.flatMap((one, i) => colours.slice(0, i).map((other) => distance(one.looks, other.looks))));

const hex = ({ rgb }) => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** How far the colours of a theme are from what is wanted; 1 or more is good. */
const quality = (colours) =>
  Math.min(
    ...colours.flatMap((one, i) => colours.slice(0, i).map((other) => distance(one.looks, other.looks) / WANTED[i])),
  );

const [light, dark] = Object.entries(THEMES).map(([name, theme]) => {
  const tries = Array.from({ length: 8 }, (_, seed) => anneal(theme, seed + 1, 80_000));
  const best = tries.reduce((a, b) => (quality(a) >= quality(b) ? a : b));
  for (const count of [6, 8, 12, 16, 20]) {
    console.log(
      `${name}: smallest distance of the first ${count} colours: ${smallest(best.slice(0, count)).toFixed(4)}`,
    );
  }
  return best;
});

/** Distances in thousandths, the smaller one of both themes, for each colour and those before it. */
const rows = light.map((_, i) =>
  light.slice(0, i).map((_, j) => {
    const both = [light, dark].map((colours) => distance(colours[i].looks, colours[j].looks));
    return Math.min(255, Math.floor(1000 * Math.min(...both)));
  }),
);
const bytes = (list) =>
  list.map(({ rgb }) => `    [${rgb.map((part) => `0x${part.toString(16).padStart(2, "0")}`).join(", ")}],`);

const write = (file, lines) => writeFileSync(fileURLToPath(new URL(file, import.meta.url)), `${lines.join("\n")}\n`);

write("../crates/queens-draw/src/palette/table.rs", [
  "//! The colours of regions. Written by `node web/palette.mjs`, which explains how they are chosen.",
  "",
  "use super::Colour;",
  "",
  "/// The colours on light pages.",
  `pub(super) const LIGHT: [Colour; ${COLOURS}] = [`,
  ...bytes(light),
  "];",
  "",
  "/// The colours on dark pages.",
  `pub(super) const DARK: [Colour; ${COLOURS}] = [`,
  ...bytes(dark),
  "];",
  "",
  "/// The distances of each colour from those before it, in thousandths: the smallest one over both themes and all kinds of colour",
  "/// vision.",
  "#[rustfmt::skip]",
  `pub(super) const DISTANCES: [&[u8]; ${COLOURS}] = [`,
  ...rows.map((row) => `    &[${row.join(", ")}],`),
  "];",
]);

write("src/style/palette.css", [
  "/* The colours of regions. Written by web/palette.mjs, which explains how they are chosen. */",
  ...light.flatMap((colour, i) => [
    "",
    `.colour-${i} {`,
    `  --light: ${hex(colour)};`,
    `  --dark: ${hex(dark[i])};`,
    "}",
  ]),
]);
