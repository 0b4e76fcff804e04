/**
 * The screens of a lesson: each presents one idea. A lesson is a function without hooks that returns a fragment of screens. The page
 * shows all of them below each other; the view for the projector shows one at a time.
 */
import { type ComponentChildren, createContext, toChildArray, type VNode } from "preact";
import type { Params } from "../route";

export type LessonPage = () => VNode<{ children?: ComponentChildren }>;

export function Screen({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <section class="screen" aria-label={title}>
      {title && <h2>{title.replaceAll(" = ", "\u00a0=\u00a0")}</h2>}
      {children}
    </section>
  );
}

/** The screens of a lesson, in order. What is not in a screen, such as links to other sections, is left out. */
export function screensOf(page: LessonPage): VNode[] {
  return toChildArray(page().props.children).filter(
    (child): child is VNode => typeof child === "object" && child.type === Screen,
  );
}

/** The parameters of the address, for lessons with state that can be shared. */
export interface LessonAddress {
  params: URLSearchParams;
  /** Changes some of the parameters. */
  change(params: Params): void;
}

export const Address = createContext<LessonAddress>({ params: new URLSearchParams(), change: () => undefined });
