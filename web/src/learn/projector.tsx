/** The view for the projector: one screen of a lesson at a time, in large type, without the navigation of the page. */
import type { RefObject } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../button";
import { link, numberOf } from "../route";
import { LESSONS, type Lesson } from "./lessons";
import { Address, type LessonPage, screensOf } from "./screen";

/** The address of a lesson in this view; the last screen for going back from the next lesson. */
const hrefOf = ({ id }: Lesson, screen: number | "last" = 1) =>
  link("learn", { view: "projector", screen: screen === 1 ? null : screen }, id);

/** Hides everything else on the page while it is mounted. */
function useWholePage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset["view"] = "projector";
    return () => {
      delete root.dataset["view"];
    };
  }, []);
}

/** The smallest scale of a screen. What is still too large is scrolled. */
const LEAST = 0.5;

/** Scales a screen down until all of it is visible. While it is shown it only shrinks, so that an answer does not make it jump. */
function useFit(box: RefObject<HTMLDivElement | null>, at: number): void {
  useLayoutEffect(() => {
    const outer = box.current;
    const content = outer?.firstElementChild as HTMLElement | null | undefined;
    if (!outer || !content) {
      return;
    }
    let scale = 1;
    const shrink = () => {
      while (scale > LEAST && outer.scrollHeight > outer.clientHeight + 1) {
        scale = Math.max(LEAST, scale - 0.04);
        content.style.setProperty("zoom", `${scale}`);
      }
    };
    const refit = () => {
      scale = 1;
      content.style.setProperty("zoom", "1");
      shrink();
    };
    refit();
    const changed = new MutationObserver(shrink);
    changed.observe(content, { childList: true, characterData: true, subtree: true });
    addEventListener("resize", refit);
    return () => {
      changed.disconnect();
      removeEventListener("resize", refit);
    };
  }, [at]);
}

/** Elements that use the arrow keys themselves. */
const OWN_KEYS = 'input, select, textarea, [role="gridcell"], pre';

export function Projector({ lesson, page }: { lesson: Lesson; page: LessonPage }) {
  useWholePage();
  const { params, change } = useContext(Address);
  const screens = screensOf(page);
  const last = screens.length - 1;
  const [at, setAt] = useState(() =>
    params.get("screen") === "last" ? last : numberOf(params, "screen", 1, 1, screens.length) - 1,
  );
  const box = useRef<HTMLDivElement>(null);
  useFit(box, at);
  const place = LESSONS.indexOf(lesson);
  const [before, after] = [LESSONS[place - 1], LESSONS[place + 1]];

  // A link to the last screen, or to one that does not exist, becomes the address of the screen that is shown.
  useEffect(() => change({ screen: at === 0 ? null : at + 1 }), [at]);
  const goTo = (screen: number) => {
    setAt(screen);
  };
  const forward = () => {
    if (at < last) {
      goTo(at + 1);
    } else if (after) {
      location.hash = hrefOf(after);
    }
  };
  const back = () => {
    if (at > 0) {
      goTo(at - 1);
    } else if (before) {
      location.hash = hrefOf(before, "last");
    }
  };
  const leave = () => {
    location.hash = link("learn", {}, lesson.id);
  };
  const fullScreen = () => {
    const root = document.documentElement;
    // A browser may refuse; the view works without it.
    void (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => undefined);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(OWN_KEYS)) {
      return;
    }
    const keys: Record<string, () => void> = {
      ArrowRight: forward,
      PageDown: forward,
      ArrowLeft: back,
      PageUp: back,
      Home: () => goTo(0),
      End: () => goTo(last),
      f: fullScreen,
      Escape: leave,
      ...(!target.closest("button, a, summary") && { " ": forward }),
    };
    const action = keys[event.key];
    if (action) {
      action();
      event.preventDefault();
    }
  };
  useLayoutEffect(() => {
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  return (
    <div class="projector" data-screen={at + 1}>
      <div class="projector-top">
        <h1>{lesson.title}</h1>
        <span class="note" role="status">
          {at + 1} / {screens.length}
        </span>
      </div>
      <div class="projector-screen page" key={at} ref={box}>
        {screens[at]}
      </div>
      <div class="projector-bar" role="navigation" aria-label="Screens">
        <Button label="Previous screen" off={at === 0 && !before} onPress={back}>
          ←
        </Button>
        <Button class="primary" label="Next screen" off={at === last && !after} onPress={forward}>
          →
        </Button>
        <span class="note keys">
          <kbd>←</kbd> <kbd>→</kbd> screens, <kbd>F</kbd> full screen, <kbd>Esc</kbd> leave
        </span>
        <Button onPress={fullScreen}>Full screen</Button>
        <Button onPress={leave}>Leave</Button>
      </div>
    </div>
  );
}
