// Generated from the table of methods by `cargo xtask schema`: do not edit.

/** The name of each method in words, the simplest method first. */
export const METHOD_TITLES: Record<string, string> = {
  arrays: "Three arrays",
  "arrays-half": "Three arrays, half-board search",
  "arrays-iterative": "Three arrays without recursion",
  bitset: "A board of bit sets",
  "bitset-pipeline": "Bit sets as a pipeline",
  "bitset-half": "Bit sets, half-board search",
  "bitset-mutable": "Bit sets changed in place",
  bitmask: "Bit masks",
  "bitmask-half": "Bit masks, half-board search",
  "bitmask-iterative": "Bit masks that can pause",
  stacked: "A stack of masks",
  columns: "One thread per first queen",
  breadth: "Breadth-first search",
  tiles: "Tiles",
  "dancing-links": "Dancing links",
  cross: "Central cross",
  join: "Half-board join",
};
