/** Light or dark: as the system has it, until one is chosen. */
export type Theme = "light" | "dark";

const SYSTEM = matchMedia("(prefers-color-scheme: dark)");
/** Colours that the system forces on all pages: boards should go with them, whatever was chosen. */
const FORCED = matchMedia("(forced-colors: active)");

/** What was chosen last, if a choice was made and the browser keeps it. */
function chosen(): Theme | null {
  try {
    const theme = localStorage.getItem("theme");
    return theme === "light" || theme === "dark" ? theme : null;
  } catch {
    return null;
  }
}

export const theme = (): Theme => (FORCED.matches ? null : chosen()) ?? (SYSTEM.matches ? "dark" : "light");

export function keep(theme: Theme): void {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // It holds for this visit.
  }
}

export function wear(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Hears of changes of the system, until the function it gives is called. */
export function onSystem(changed: () => void): () => void {
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
