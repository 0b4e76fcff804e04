/** Runs before anything is drawn, while the page itself is still on its way: the other colours would flash. */
import { theme, wear } from "./colours";

wear(theme());
