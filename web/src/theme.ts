/** Sets the colours before the page is drawn, while the rest is loading: otherwise the other colours would flash. */
import { applyTheme, currentTheme } from "./colours";

applyTheme(currentTheme());
