/** A picture next to the position that was read from it, and what may be wrong. */
import { Board, type Look } from "../board";
import { type Square, squareName } from "../square";
import type { PictureReading } from "./read";

export function Comparison({ address, reading }: { address: string; reading: PictureReading }) {
  const { position, queens, crosses, certain, warnings } = reading;
  const look = (square: Square): Look => {
    const name = squareName(square);
    const marks = [crosses.includes(name) && "crossed", position.closed.includes(name) && "closed"];
    return {
      queen: queens.includes(name) ? "set" : undefined,
      marks: marks.filter((mark) => mark !== false),
    };
  };
  return (
    <>
      <div class="comparison">
        <figure>
          <img src={address} alt="The board as you opened it" />
          <figcaption>Your picture</figcaption>
        </figure>
        <figure>
          <Board
            size={position.size}
            regions={position.regions}
            colours={position.colours}
            look={look}
            label={`The board that was read: ${position.size} by ${position.size} squares`}
          />
          <figcaption>What was read</figcaption>
        </figure>
      </div>
      {!certain && (
        <p class="message bad" role="alert">
          This reading may be wrong. Compare the board with your picture, square by square, before you play.
        </p>
      )}
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}
