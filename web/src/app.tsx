/** The page: the navigation between its sections, and the light and dark themes. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useVisit } from "./address";
import { applyTheme, currentTheme, onSystemChange, storeTheme, type Theme } from "./colours";
import { sharedEngine } from "./engine";
import { link, SECTIONS } from "./route";
import { load, SectionOf, TITLES } from "./sections";
import "./style/style.css";

/** The icons of the navigation on phones: strokes in a square of 24. */
const ICONS: Record<(typeof SECTIONS)[number], string> = {
  play: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16M6 6l1.3 1.3M7.3 6 6 7.3",
  watch: "M7 4.5v15l12-7.5z",
  count: "M5 20v-6M12 20V9M19 20V4",
  learn: "M12 6.5C9.5 4.8 6.5 4.5 3.5 5v13c3-.5 6-.2 8.5 1.5 2.5-1.7 5.5-2 8.5-1.5V5c-3-.5-6-.2-8.5 1.5zM12 6.5v13",
  explore: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5",
};

function ThemeButton() {
  const [shown, setShown] = useState<Theme>(currentTheme);
  useEffect(() => applyTheme(shown), [shown]);
  useEffect(() => onSystemChange(() => setShown(currentTheme())), []);
  const choose = (chosen: Theme) => {
    setShown(chosen);
    storeTheme(chosen);
  };
  const dark = shown === "dark";
  return (
    <button
      type="button"
      class="theme"
      aria-label={dark ? "Switch to light theme" : "Switch to dark theme"}
      title={dark ? "Light theme" : "Dark theme"}
      onClick={() => choose(dark ? "light" : "dark")}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {dark ? (
          <path d="M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM12 1v3M12 20v3M1 12h3M20 12h3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1" />
        ) : (
          <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z" />
        )}
      </svg>
    </button>
  );
}

function App() {
  const visit = useVisit();
  const main = useRef<HTMLElement>(null);
  const { section } = visit.route;
  useEffect(() => {
    if (visit.number > 0) {
      // Screen readers then read the section that the link led to.
      main.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
  }, [visit]);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the target is an element, because the fragment of the address is the route */}
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to main content
      </a>
      <header>
        <a class="brand" href={link("start")} aria-current={section === "start" ? "page" : undefined}>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <use href="#queen" />
          </svg>
          Queens
        </a>
        <nav aria-label="Sections">
          {SECTIONS.map((name) => {
            // A failure is reported once the link is followed.
            const prepare = () => void load(name).catch(() => undefined);
            return (
              <a
                key={name}
                href={link(name)}
                aria-current={name === section ? "page" : undefined}
                onPointerEnter={prepare}
                onFocus={prepare}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={ICONS[name]} />
                </svg>
                {TITLES[name]}
              </a>
            );
          })}
        </nav>
        <ThemeButton />
      </header>
      <main id="main" ref={main} tabIndex={-1} data-section={section}>
        <SectionOf key={visit.number} visit={visit} />
      </main>
      <footer>
        <a href="licences.txt">Licences</a>
      </footer>
    </>
  );
}

/** Shown in a frame. A host that sends no headers cannot refuse frames, so another site could cover parts of the page. */
function Framed() {
  return (
    <main>
      <p class="message">
        This page cannot be used in a frame.{" "}
        <a href={location.href} target="_blank" rel="noopener">
          Open Queens
        </a>
      </p>
    </main>
  );
}

const isFramed = self !== top;
if (!isFramed) {
  // Starts loading the library before the first section asks for it.
  sharedEngine();
}
const app = document.getElementById("app");
if (app) {
  render(isFramed ? <Framed /> : <App />, app);
}
if ("serviceWorker" in navigator && !isFramed) {
  // Browsers refuse it in private windows and over plain http from another machine; the page works without it.
  addEventListener("load", () => void navigator.serviceWorker.register("sw.js").catch(() => undefined));
}
