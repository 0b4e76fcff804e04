/** All solutions by trying every row in every column: an independent check that shares no code with the library. */
export function brute({ size, rules, given, closed, regions }) {
  const name = (col, row) => String.fromCharCode(65 + col) + (row + 1);
  const region = (col, row) => regions?.[size - 1 - row][col];
  const attacks = (col, row, otherCol, otherRow) => {
    const [dx, dy] = [Math.abs(col - otherCol), Math.abs(row - otherRow)];
    if (dy === 0) {
      return true;
    }
    if (rules === "regions") {
      return (dx <= 1 && dy <= 1) || region(col, row) === region(otherCol, otherRow);
    }
    return dx === dy;
  };
  const found = [];
  const place = (rows) => {
    const col = rows.length;
    if (col === size) {
      found.push(rows);
      return;
    }
    for (let row = 0; row < size; row++) {
      const square = name(col, row);
      const fixed = given.find((queen) => queen.startsWith(name(col, 0)[0]));
      const free = !closed.includes(square) && (fixed === undefined || fixed === square);
      if (free && !rows.some((other, otherCol) => attacks(col, row, otherCol, other))) {
        place([...rows, row]);
      }
    }
  };
  place([]);
  return found;
}
