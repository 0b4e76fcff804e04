/**
 * Taps, right clicks, long presses and drags on a board. A press that moves to another square becomes a drag, if the board has a
 * use for it; its click is then ignored. Phones report a long press in different ways, or not at all, so it is measured here.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Square } from "./square";

/** The time of a long press, in milliseconds, and the distance in pixels that a finger may move meanwhile. */
const LONG_PRESS = 450;
const TREMOR = 10;

interface Press {
  pointer: number;
  isTouch: boolean;
  from: Square;
  x: number;
  y: number;
  /** The squares of the drag, once it is one. */
  path: Square[] | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** When it began, in milliseconds. */
  start: number;
}

interface Options {
  size: number;
  onPress(square: Square, key: "Enter" | "ContextMenu"): void;
  onDrag?: ((squares: Square[], ended: boolean) => void) | undefined;
  /** Whether a finger that moves scrolls the board instead of dragging. */
  scrolls?: boolean | undefined;
}

const squareOf = (target: EventTarget | null): Square | null => {
  const cell = (target as Element | null)?.closest<HTMLElement>("[data-col]");
  return cell ? { col: Number(cell.dataset["col"]), row: Number(cell.dataset["row"]) } : null;
};

const isSame = (one: Square, other: Square) => one.col === other.col && one.row === other.row;

/** The handlers of the grid. */
export function usePointer(options: Options) {
  const { size, onPress, onDrag, scrolls = false } = options;
  const press = useRef<Press | null>(null);
  /** Whether the click that follows the current press was already handled. */
  const isHandled = useRef(false);
  /** The latest options, for the timer. */
  const latest = useRef(options);
  latest.current = options;
  useLayoutEffect(() => () => clearTimeout(press.current?.timer), []);

  /** The square at a point of the window; null outside the grid. */
  const squareAt = (grid: HTMLElement, x: number, y: number): Square | null => {
    const box = grid.getBoundingClientRect();
    const col = Math.floor(((x - box.left - grid.clientLeft) / grid.clientWidth) * size);
    const down = Math.floor(((y - box.top - grid.clientTop) / grid.clientHeight) * size);
    return col >= 0 && col < size && down >= 0 && down < size ? { col, row: size - 1 - down } : null;
  };

  const end = (isCancelled = false) => {
    const { current } = press;
    clearTimeout(current?.timer);
    press.current = null;
    if (current?.path) {
      onDrag?.(isCancelled ? [] : current.path, true);
    }
  };

  const longPress = () => {
    const { current } = press;
    if (current && !current.path && !isHandled.current) {
      clearTimeout(current.timer);
      isHandled.current = true;
      navigator.vibrate?.(10);
      latest.current.onPress(current.from, "ContextMenu");
    }
  };

  /**
   * On a slow device the end of a short tap may still be waiting to be handled when the time is over: it comes first. A timer that
   * fires late shows how slow the device is, so the press must last that much longer.
   */
  const waited = () => {
    if (press.current) {
      const late = performance.now() - press.current.start - LONG_PRESS;
      press.current.timer = setTimeout(longPress, Math.max(0, 2 * late));
    }
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      const from = squareOf(event.target);
      if (!event.isPrimary || !from) {
        return;
      }
      isHandled.current = false;
      if (event.button !== 0) {
        return;
      }
      clearTimeout(press.current?.timer);
      const isTouch = event.pointerType !== "mouse";
      press.current = {
        pointer: event.pointerId,
        isTouch,
        from,
        x: event.clientX,
        y: event.clientY,
        path: null,
        timer: isTouch ? setTimeout(waited, LONG_PRESS) : undefined,
        start: performance.now(),
      };
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = press;
      if (!current || event.pointerId !== current.pointer) {
        return;
      }
      if (event.buttons === 0) {
        // The button was released outside the board.
        end();
        return;
      }
      const [dx, dy] = [event.clientX - current.x, event.clientY - current.y];
      if (!current.path && Math.hypot(dx, dy) > TREMOR) {
        clearTimeout(current.timer);
      }
      const grid = event.currentTarget as HTMLElement;
      const to = squareAt(grid, event.clientX, event.clientY);
      if (
        !onDrag ||
        (current.isTouch && scrolls) ||
        isHandled.current ||
        (!current.path && (!to || isSame(to, current.from)))
      ) {
        return;
      }
      if (!current.path) {
        current.path = [current.from];
        clearTimeout(current.timer);
        grid.setPointerCapture(event.pointerId);
      }
      // A fast pointer skips squares: those on the line from the last point are added.
      const parts = Math.max(1, Math.ceil((Math.hypot(dx, dy) / grid.clientWidth) * size * 3));
      const before = current.path.length;
      for (let part = 1; part <= parts; part++) {
        const passed = squareAt(grid, current.x + (dx * part) / parts, current.y + (dy * part) / parts);
        if (passed && !current.path.some((one) => isSame(one, passed))) {
          current.path.push(passed);
        }
      }
      [current.x, current.y] = [event.clientX, event.clientY];
      if (current.path.length > before) {
        onDrag(current.path, false);
      }
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = press;
      if (event.pointerId !== current?.pointer) {
        return;
      }
      const to = squareAt(event.currentTarget as HTMLElement, event.clientX, event.clientY);
      // Not left to the click: browsers send none if a tap follows a drag within a moment.
      const isTap = current.isTouch && !current.path && !isHandled.current && to !== null && isSame(to, current.from);
      isHandled.current ||= current.path !== null || isTap;
      end();
      if (isTap) {
        onPress(current.from, "Enter");
      }
    },
    onTouchEnd: (event: TouchEvent) => {
      // The click would go to what is below the finger now, which may have changed.
      if (isHandled.current && event.cancelable) {
        event.preventDefault();
        isHandled.current = false;
      }
    },
    onPointerCancel: (event: PointerEvent) => {
      // The browser took the pointer, for example to scroll: the drag was not meant.
      if (event.pointerId === press.current?.pointer) {
        end(true);
      }
    },
    onClick: (event: MouseEvent) => {
      const to = squareOf(event.target);
      if (to && !isHandled.current) {
        onPress(to, "Enter");
        event.preventDefault();
      }
      isHandled.current = false;
    },
    onContextMenu: (event: MouseEvent) => {
      const to = squareOf(event.target);
      if (!to) {
        return;
      }
      event.preventDefault();
      if (press.current?.isTouch) {
        longPress();
      } else if (!isHandled.current) {
        onPress(to, "ContextMenu");
      }
    },
  };
}
