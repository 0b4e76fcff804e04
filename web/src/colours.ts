/** Light or dark colours: those of the system until the visitor chooses. */
export type Theme = "light" | "dark";

const SYSTEM = matchMedia("(prefers-color-scheme: dark)");
/** Colours that the system forces on all pages: boards follow them, whatever was chosen. */
const FORCED = matchMedia("(forced-colors: active)");

/** The last choice, if there is one and the browser has stored it. */
function chosen(): Theme | null {
  try {
    const theme = localStorage.getItem("theme");
    return theme === "light" || theme === "dark" ? theme : null;
  } catch {
    return null;
  }
}

export const currentTheme = (): Theme => (FORCED.matches ? null : chosen()) ?? (SYSTEM.matches ? "dark" : "light");

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice is valid for this visit.
  }
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Calls a function when the system changes, until the returned function is called. */
export function onSystemChange(changed: () => void): () => void {
  const both = [SYSTEM, FORCED];
  for (const media of both) {
    media.addEventListener("change", changed);
  }
  return () => {
    for (const media of both) {
      media.removeEventListener("change", changed);
    }
  };
}
