/** Applies the theme before the page is drawn. Without this, the wrong theme would flash while the page loads. */
import { applyTheme, currentTheme } from "./colours";

applyTheme(currentTheme());
