/** Scrolling in lists that are longer than browsers can scroll. */

/**
 * The greatest height of a list, in CSS pixels. Chromium can scroll 33.5 million device pixels, Firefox 17.9 million
 * CSS pixels. This is below both limits up to eight device pixels per CSS pixel (screen density times zoom).
 */
const GREATEST_HEIGHT = 4_000_000;
/** The part at both ends that is not compressed, in pixels, so that list and scroll bar end together. */
const END = 1_000_000;
/** A wheel, a finger or a key moves less than this between two frames; a scroll bar that is dragged moves more. */
const JUMP = 2_000;

/**
 * Converts between two measures of a scroll position: `place`, in pixels of all rows, and `bar`, in pixels that the browser
 * scrolls. They are equal in short lists; in long lists the middle is compressed.
 */
export class Scale {
  /** The height of all rows. */
  readonly full: number;
  /** The height of the element that the browser scrolls. */
  readonly height: number;

  constructor(full: number) {
    this.full = full;
    this.height = Math.min(full, GREATEST_HEIGHT);
  }

  /** Where the bar is at a place; `view` is the visible height. */
  bar(place: number, view: number): number {
    const left = this.full - view - place;
    if (this.full === this.height || place <= END) {
      return place;
    }
    return left <= END ? this.height - view - left : END + (place - END) / this.compression(view);
  }

  /** The place of a bar. */
  place(bar: number, view: number): number {
    const left = this.height - view - bar;
    if (this.full === this.height || bar <= END) {
      return bar;
    }
    return left <= END ? this.full - view - left : END + (bar - END) * this.compression(view);
  }

  /** The place after the bar moved: by the same distance, unless the bar jumped. */
  moved(place: number, from: number, to: number, view: number): number {
    const by = to - from;
    const there = this.full === this.height || Math.abs(by) > JUMP ? this.place(to, view) : place + by;
    return Math.max(0, Math.min(this.full - view, there));
  }

  private compression(view: number): number {
    return (this.full - view - 2 * END) / (this.height - view - 2 * END);
  }
}
