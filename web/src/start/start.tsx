/** The start page: the problem on a live board, and the doors to the sections. */
import type { ComponentChildren } from "preact";
import type { SectionProps } from "../address";
import { SmallBoard } from "../board";
import { coreCount } from "../engine";
import { link } from "../route";
import { WATCHED } from "../watch/link";
import { LiveBoard } from "./live";
import { GrowthPicture, PuzzlePicture, SearchPicture, useTodaysPuzzle } from "./previews";

function Door(props: { href: string; title: string; line: string; main?: boolean; children: ComponentChildren }) {
  return (
    <a class={props.main ? "door main" : "door"} href={props.href}>
      <span class="preview" aria-hidden="true">
        {props.children}
      </span>
      <span class="words">
        <b>{props.title}</b>
        <span>{props.line}</span>
      </span>
    </a>
  );
}

export function Start({ rest }: SectionProps & { rest: string }) {
  const { day, size, difficulty, position } = useTodaysPuzzle();
  const cores = coreCount();
  return (
    <>
      {rest && (
        <p class="message" role="status">
          There is no section “{rest.slice(0, 40)}”.
        </p>
      )}
      <div class="hero">
        <div class="problem">
          <p class="kicker">The N-queens problem</p>
          <h1>Place N queens on an N × N board so that no queen attacks another.</h1>
        </div>
        <LiveBoard />
        <ul class="doors">
          <li>
            <Door
              main
              href={link("play", { day })}
              title="Play today's puzzle"
              line={`${size} × ${size}, ${difficulty}. One queen in each row, column and colour.`}
            >
              <PuzzlePicture size={size} position={position} />
            </Door>
          </li>
          <li>
            <Door
              href={link("watch")}
              title="Watch it solve"
              line={`${WATCHED.length} methods, step by step, each with its code.`}
            >
              <SearchPicture />
            </Door>
          </li>
          <li>
            <Door
              href={link("count")}
              title="Count on your machine"
              line={`All solutions, on ${cores === 1 ? "one core" : `${cores} cores`} or the GPU. No server.`}
            >
              <GrowthPicture />
            </Door>
          </li>
        </ul>
        <ul class="more">
          <li>
            <Door href={link("learn")} title="Learn" line="Short lessons with something to do on each.">
              <SmallBoard
                rows={[null, null, 2, null, null]}
                label=""
                shaded={({ col, row }) =>
                  (col === 2) !== (row === 2) || (Math.abs(col - 2) === Math.abs(row - 2) && col !== 2)
                    ? "accent"
                    : undefined
                }
              />
            </Door>
          </li>
          <li>
            <Door href={link("explore")} title="Explore" line="All solutions up to N = 14, and their symmetry.">
              <SmallBoard rows={[1, 3, 0, 2]} label="" />
            </Door>
          </li>
        </ul>
      </div>
    </>
  );
}
