/** The sections. Each is loaded when it is first visited. */
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { SectionProps, Visit } from "./address";
import { Load, Parts } from "./loading";
import type { Section } from "./route";

interface Loaded {
  View: ComponentType<SectionProps & { rest: string }>;
  /** The title of a page within the section. */
  titleOf?(rest: string): string | undefined;
}

/** The names of the sections. `build.mjs` expects the file of a section at `NAME/NAME.tsx`. */
export const TITLES: Record<Section, string> = {
  start: "The N-queens problem",
  play: "Play",
  watch: "Watch",
  count: "Count",
  learn: "Learn",
  explore: "Explore",
};

const LOADERS: Record<Section, () => Promise<Loaded>> = {
  start: async () => ({ View: (await import("./start/start")).Start }),
  play: async () => ({ View: (await import("./play/play")).Play }),
  watch: async () => ({ View: (await import("./watch/watch")).Watch }),
  count: async () => ({ View: (await import("./count/count")).Count }),
  explore: async () => ({ View: (await import("./explore/explore")).Explore }),
  learn: async () => {
    const { Learn, titleOf } = await import("./learn/learn");
    return { View: ({ rest, ...props }) => <Learn topic={rest} {...props} />, titleOf };
  },
};

declare const SECTION_STYLES: Record<Section, string>;

/** Adds the style of a section, before the style for forced colours, which overrides all others. */
function loadStyle(section: Section): Promise<void> {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = SECTION_STYLES[section];
  return new Promise((resolve, reject) => {
    style.onload = () => resolve();
    style.onerror = () => {
      style.remove();
      reject(new Error(`${style.href} could not be loaded`));
    };
    document.head.insertBefore(style, document.getElementById("forced"));
  });
}

async function loadSection(section: Section): Promise<Loaded> {
  const [loaded] = await Promise.all([LOADERS[section](), loadStyle(section)]);
  return loaded;
}

const parts = new Parts(loadSection);

/** Loads a section, or does nothing if it is loaded. Links call this before they are followed. */
export const load = (section: Section): Promise<Loaded> => parts.load(section);

/** The section of a visit: mounted once its file is loaded. */
export function SectionOf({ visit }: { visit: Visit }) {
  const { section } = visit.route;
  return (
    <Load known={parts.known(section)} load={() => load(section)}>
      {(loaded) => <Mounted loaded={loaded} visit={visit} />}
    </Load>
  );
}

function Mounted({ loaded: { View, titleOf }, visit: { route, write } }: { loaded: Loaded; visit: Visit }) {
  const { section, rest, params } = route;
  useEffect(() => {
    document.title = `${titleOf?.(rest) ?? TITLES[section]} · Queens`;
  }, []);
  return <View rest={rest} params={params} write={write} />;
}
