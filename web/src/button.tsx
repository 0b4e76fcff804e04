/** A button that keeps the focus while it is inactive; a disabled button would lose it. */
import type { ComponentChildren, Ref } from "preact";

export function Button(props: {
  children: ComponentChildren;
  label?: string;
  class?: string;
  off?: boolean;
  inner?: Ref<HTMLButtonElement>;
  onPress(): void;
}) {
  const { off = false } = props;
  return (
    <button
      type="button"
      class={props.class}
      aria-label={props.label}
      aria-disabled={off}
      ref={props.inner ?? null}
      onClick={() => off || props.onPress()}
    >
      {props.children}
    </button>
  );
}
