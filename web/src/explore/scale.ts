/** How a list longer than browsers can scroll is scrolled. */

/**
 * How high the page makes a list, in CSS pixels. Chromium scrolls 33.5 million pixels of the device, Firefox 17.9 million: this is
 * below both where a CSS pixel is eight of the device each way, by the screen and the zoom together.
 */
const HIGHEST = 4_000_000;
/** So much at both ends is scrolled as it is, so that the ends are where the scroll bar ends. */
const END = 1_000_000;
/** A wheel, a finger or a key moves less than this between two frames; a scroll bar that is dragged moves more. */
const JUMP = 2_000;

/**
 * Two ways to measure how far a list is scrolled: `place`, in pixels of all its rows, and `bar`, what the browser scrolls. They are
 * the same in lists that fit; in others the middle is pressed together.
 */
export class Scale {
  /** The height of all rows, */
  readonly full: number;
  /** and of what the browser scrolls. */
  readonly height: number;

  constructor(full: number) {
    this.full = full;
    this.height = Math.min(full, HIGHEST);
  }

  /** Where the bar is at a place; `view` is the height in sight. */
  bar(place: number, view: number): number {
    const left = this.full - view - place;
    if (this.full === this.height || place <= END) {
      return place;
    }
    return left <= END ? this.height - view - left : END + (place - END) / this.pressed(view);
  }

  /** The place of a bar. */
  place(bar: number, view: number): number {
    const left = this.height - view - bar;
    if (this.full === this.height || bar <= END) {
      return bar;
    }
    return left <= END ? this.full - view - left : END + (bar - END) * this.pressed(view);
  }

  /** The place after the bar moved: as far, unless it jumped. */
  moved(place: number, from: number, to: number, view: number): number {
    const by = to - from;
    const there = this.full === this.height || Math.abs(by) > JUMP ? this.place(to, view) : place + by;
    return Math.max(0, Math.min(this.full - view, there));
  }

  private pressed(view: number): number {
    return (this.full - view - 2 * END) / (this.height - view - 2 * END);
  }
}
