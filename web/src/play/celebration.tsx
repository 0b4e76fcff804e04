/** Confetti over a board that was just solved. It is a decoration: the result is also a text. */
const PIECES = Array.from({ length: 36 }, (_, piece) => {
  // Spread evenly, not at random, so that no two pieces fall together.
  const [x, turn] = [(piece * 61) % 100, (piece * 137) % 360];
  return {
    "--x": `${x}%`,
    "--turn": `${turn}deg`,
    "--delay": `${((piece * 29) % 60) / 100}s`,
    "--drift": `${((piece * 47) % 30) - 15}cqw`,
    "--colour": `hsl(${(piece * 137) % 360} 75% 58%)`,
  };
});

export function Celebration() {
  return (
    <div class="confetti" aria-hidden="true">
      {PIECES.map((style, piece) => (
        <i key={piece} style={style} />
      ))}
    </div>
  );
}
