/** The page: its five sections, the navigation between them, and the light and dark themes. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useVisit, type Visit } from "./address";
import { applyTheme, currentTheme, onSystemChange, storeTheme, type Theme } from "./colours";
import { Count } from "./count/count";
import { sharedEngine } from "./engine";
import { Explore } from "./explore/explore";
import { Learn, titleOf } from "./learn/learn";
import { Play } from "./play/play";
import { link, SECTIONS, type Section } from "./route";
import { Watch } from "./watch/watch";
import "./style/style.css";

const TITLES: Record<Section, string> = {
  watch: "Watch",
  play: "Play",
  explore: "Explore",
  count: "Count",
  learn: "Learn",
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

function SectionOf({ visit: { route, write } }: { visit: Visit }) {
  switch (route.section) {
    case "watch":
      return <Watch params={route.params} write={write} />;
    case "play":
      return <Play params={route.params} write={write} />;
    case "explore":
      return <Explore params={route.params} write={write} />;
    case "count":
      return <Count params={route.params} write={write} />;
    case "learn":
      return <Learn topic={route.rest} />;
  }
}

function App() {
  const visit = useVisit();
  const main = useRef<HTMLElement>(null);
  const { section, rest } = visit.route;
  useEffect(() => {
    document.title = `${titleOf(rest) ?? TITLES[section]} · Queens`;
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
        <a class="brand" href={link("watch")}>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <use href="#queen" />
          </svg>
          Queens
        </a>
        <nav aria-label="Sections">
          {SECTIONS.map((name) => (
            <a key={name} href={link(name)} aria-current={name === section ? "page" : undefined}>
              {TITLES[name]}
            </a>
          ))}
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

// Starts loading the library before the first section asks for it.
sharedEngine();
const app = document.getElementById("app");
if (app) {
  render(<App />, app);
}
if ("serviceWorker" in navigator) {
  // Browsers refuse it in private windows and over plain http from another machine; the page works without it.
  addEventListener("load", () => void navigator.serviceWorker.register("sw.js").catch(() => undefined));
}
