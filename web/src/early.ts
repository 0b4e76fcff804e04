/**
 * Runs before the page is drawn. It applies the theme, so that the wrong one does not flash while the page loads, and starts loading
 * the section of the address, which the page would otherwise request only once it runs.
 */
import { applyTheme, currentTheme } from "./colours";
import { parse } from "./route";

/** The files that each section needs besides those of the page. */
declare const SECTION_FILES: Record<string, string[]>;

applyTheme(currentTheme());
for (const file of SECTION_FILES[parse(location.hash).section] ?? []) {
  const preload = document.createElement("link");
  preload.rel = file.endsWith(".css") ? "preload" : "modulepreload";
  preload.as = file.endsWith(".css") ? "style" : "";
  preload.href = file;
  document.head.append(preload);
}
