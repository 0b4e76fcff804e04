/** Learn: a path of short lessons, each with pictures and exercises. */
import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { SectionProps } from "../address";
import { SmallBoard } from "../board";
import { Load } from "../loading";
import { link, type Params } from "../route";
import { LESSONS, type Lesson, PARTS } from "./lessons";
import { PAGES, TEXTS } from "./pages";
import { rowsOf } from "./pictures";
import { useProgress } from "./progress";
import { Projector } from "./projector";
import { Address, type LessonAddress } from "./screen";

export { titleOf } from "./lessons";

const hrefOf = ({ id }: Lesson) => link("learn", {}, id);

function Done() {
  return (
    <span class="done">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m5 13 4.5 4.5L19 7" />
      </svg>
      <span class="visually-hidden">, done</span>
    </span>
  );
}

/** The path, with a message if a link leads to an unknown lesson. */
function Contents({ unknown }: { unknown: string }) {
  const progress = useProgress();
  const { done, next, solved } = progress;
  const [first] = LESSONS;
  const continued = next ?? first;
  const start = useRef<HTMLDivElement>(null);
  return (
    <div class="contents">
      <h1>Learn</h1>
      <p class="lead">
        {LESSONS.length} short lessons, from what a queen attacks to the fastest methods. Each has something to try.
      </p>
      {unknown && (
        <p class="message" role="status">
          There is no lesson “{unknown.slice(0, 40)}”. These are the lessons:
        </p>
      )}
      {continued && (
        <div class="panel path-start" role="group" aria-label="Your progress" ref={start} tabIndex={-1}>
          <div class="path-progress">
            <span>
              {done} of {LESSONS.length} lessons done
            </span>
            <progress value={done} max={LESSONS.length} aria-label="Lessons done" />
          </div>
          <a class="button primary" href={hrefOf(continued)}>
            {done === LESSONS.length ? "Start again" : solved.size > 0 ? "Continue" : "Start"}: {continued.title}
          </a>
          {solved.size > 0 && (
            <button
              type="button"
              onClick={() => {
                progress.clear();
                // The button disappears, and would lose the focus.
                start.current?.focus({ preventScroll: true });
              }}
            >
              Reset progress
            </button>
          )}
        </div>
      )}
      {PARTS.map(([name, lessons]) => (
        <section key={name}>
          <h2>{name}</h2>
          <ol class="cards" start={LESSONS.indexOf(lessons[0] as Lesson) + 1}>
            {lessons.map((lesson) => {
              const page = PAGES[lesson.id];
              return (
                <li key={lesson.id}>
                  <a class="panel card" href={hrefOf(lesson)}>
                    <span class="card-picture" aria-hidden="true">
                      <SmallBoard
                        rows={rowsOf(page?.rows ?? "0")}
                        label={lesson.title}
                        {...(page?.shade && { shaded: page.shade })}
                      />
                    </span>
                    <span>
                      <b>
                        {LESSONS.indexOf(lesson) + 1}. {lesson.title}
                        {progress.isDone(lesson) && <Done />}
                      </b>
                      <span class="note">{lesson.line}</span>
                    </span>
                  </a>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Always in sight: the previous and the next lesson, and how much of this one is done. */
function LessonBar({ lesson }: { lesson: Lesson }) {
  const { solved } = useProgress();
  const at = LESSONS.indexOf(lesson);
  const [before, after] = [LESSONS[at - 1], LESSONS[at + 1]];
  const done = lesson.exercises.filter((name) => solved.has(`${lesson.id}/${name}`)).length;
  const all = lesson.exercises.length;
  return (
    <div class="lesson-bar" role="navigation" aria-label="Previous and next lesson">
      {before ? (
        <a href={hrefOf(before)} rel="prev">
          <span class="visually-hidden">Previous: </span>
          <span aria-hidden="true">←</span>
          <span class="bar-title">{before.title}</span>
        </a>
      ) : (
        <a href={link("learn")}>All lessons</a>
      )}
      <span class="bar-progress" role="status">
        {done === all ? (
          "Lesson done"
        ) : (
          <>
            {done} of {all} <span class="bar-next">{all === 1 ? "exercise" : "exercises"} </span>solved
          </>
        )}
      </span>
      {after ? (
        <a class={done === all ? "button primary" : "button"} href={hrefOf(after)} rel="next">
          <span>
            <span class="bar-next">Next lesson: </span>
            {after.title} <span aria-hidden="true">→</span>
          </span>
        </a>
      ) : (
        <a class={done === all ? "button primary" : "button"} href={link("learn")}>
          All lessons
        </a>
      )}
    </div>
  );
}

function LessonView({ lesson, children }: { lesson: Lesson; children: ComponentChildren }) {
  const at = LESSONS.indexOf(lesson);
  const progress = useProgress();
  return (
    <div class="learn">
      <div class="lesson-title">
        <h1>{lesson.title}</h1>
        <a class="projector-link" href={link("learn", { view: "projector" }, lesson.id)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 4h18M5 4v11h14V4M12 15v3M8 21l4-3 4 3" />
          </svg>
          Projector view
        </a>
      </div>
      {/* Not <nav>, which has the style of the main navigation. */}
      <div class="topics" role="navigation" aria-label="Lessons">
        <a href={link("learn")}>All lessons</a>
        {PARTS.map(([name, lessons]) => (
          <div key={name}>
            <p>{name}</p>
            <ul>
              {lessons.map((one) => (
                <li key={one.id}>
                  <a href={hrefOf(one)} aria-current={one === lesson ? "page" : undefined}>
                    {one.title}
                    {progress.isDone(one) && <Done />}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <label class="field topic-choice">
        Lesson {at + 1} of {LESSONS.length}
        <select value={lesson.id} onChange={(event) => (location.hash = link("learn", {}, event.currentTarget.value))}>
          {PARTS.map(([name, lessons]) => (
            <optgroup key={name} label={name}>
              {lessons.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title}
                  {progress.isDone(one) ? " ✓" : ""}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <article class="page">{children}</article>
      <LessonBar lesson={lesson} />
    </div>
  );
}

export function Learn({ topic, params, write }: SectionProps & { topic: string }) {
  const lesson = LESSONS.find(({ id }) => id === topic);
  const page = lesson && PAGES[lesson.id];
  const written = useRef<Params>(Object.fromEntries(params));
  const address = useMemo<LessonAddress>(
    () => ({
      params,
      change: (changed) => {
        written.current = { ...written.current, ...changed };
        write(written.current);
      },
    }),
    [params, write],
  );
  if (!lesson || !page) {
    return <Contents unknown={topic} />;
  }
  const text = { known: TEXTS.known(lesson.id), load: () => TEXTS.load(lesson.id) };
  return (
    <Address.Provider value={address}>
      {params.get("view") === "projector" ? (
        <Load {...text}>{(page) => <Projector lesson={lesson} page={page} />}</Load>
      ) : (
        <LessonView lesson={lesson}>
          <Load {...text}>{(Page) => <Page />}</Load>
        </LessonView>
      )}
    </Address.Provider>
  );
}
