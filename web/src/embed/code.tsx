/** The HTML with which another site shows a board of this page, and a button that copies it. */
import { link, type Params } from "../route";
import { CopyButton } from "../share";

/** The views of `embed.html`, and the size of a frame that suits each. */
export const VIEWS = {
  watch: { width: 480, height: 640 },
  play: { width: 480, height: 640 },
  board: { width: 400, height: 440 },
  large: { width: 800, height: 620 },
} as const;
export type View = keyof typeof VIEWS;

/** The address of a view, relative to the page. */
export const embedHash = (view: View, params: Params) => link("start", params, view);

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

export function embedCode(view: View, params: Params, title: string): string {
  const { width, height } = VIEWS[view];
  const address = new URL("embed.html", document.baseURI).href + embedHash(view, params);
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${width}" height="${height}" style="border: 0; max-width: 100%" loading="lazy" allow="clipboard-write"></iframe>`;
}

/** Copies the embed code of what is shown. */
export function EmbedButton(props: { view: View; params(): Params; title: string }) {
  return (
    <CopyButton text={() => embedCode(props.view, props.params(), props.title)} copied="Embed code copied">
      Copy embed code
    </CopyButton>
  );
}
