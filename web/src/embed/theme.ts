/**
 * The theme of an embedded board: the one of the link (`theme=dark`), or that of the system. Nothing is read from storage, which
 * browsers forbid or separate in the frames of other sites.
 */
import { applyTheme } from "../colours";
import { parse } from "../route";

const dark = matchMedia("(prefers-color-scheme: dark)");
const apply = () => {
  const chosen = parse(location.hash).params.get("theme");
  applyTheme(chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light");
};
apply();
dark.addEventListener("change", apply);
addEventListener("hashchange", apply);
