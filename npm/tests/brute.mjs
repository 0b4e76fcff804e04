/**
 * All solutions by trying all rows in every column: an independent check that shares no code with the library. With several stars, the
 * queens of a column are placed from the bottom up.
 */
export function brute({ size, rules, stars = 1, given, closed, regions }) {
  const name = (col, row) => String.fromCharCode(65 + col) + (row + 1);
  const region = (col, row) => regions?.[size - 1 - row][col];
  const column = (queen) => Math.floor(queen / stars);
  const fits = (rows, col, row) => {
    let [inRow, inRegion] = [0, 0];
    for (const [queen, otherRow] of rows.entries()) {
      const otherCol = column(queen);
      const [dx, dy] = [Math.abs(col - otherCol), Math.abs(row - otherRow)];
      inRow += dy === 0;
      if (rules === "regions") {
        inRegion += region(col, row) === region(otherCol, otherRow);
      }
      const near = rules === "regions" ? dx <= 1 && dy <= 1 : dx === dy;
      if (near || inRow === stars || inRegion === stars) {
        return false;
      }
    }
    return true;
  };
  const found = [];
  const place = (rows) => {
    const col = column(rows.length);
    const first = rows.length % stars > 0 ? rows.at(-1) + 1 : 0;
    if (first === 0 && col > 0) {
      // The column before is complete: it must have all its given queens.
      const before = rows.slice(-stars).map((row) => name(col - 1, row));
      if (given.some((queen) => queen.startsWith(name(col - 1, 0)[0]) && !before.includes(queen))) {
        return;
      }
    }
    if (col === size) {
      found.push(rows);
      return;
    }
    for (let row = first; row < size; row++) {
      if (!closed.includes(name(col, row)) && fits(rows, col, row)) {
        place([...rows, row]);
      }
    }
  };
  place([]);
  return found;
}
