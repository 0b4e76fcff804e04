/** The light and dark themes: the system setting applies until the visitor chooses one. */
export type Theme = "light" | "dark";

const SYSTEM = matchMedia("(prefers-color-scheme: dark)");
/** Forced colours are a system setting for all pages. They override the stored choice. */
const FORCED = matchMedia("(forced-colors: active)");

/** The stored choice, if there is one. */
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
    // Without storage, the choice applies to this visit only.
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
