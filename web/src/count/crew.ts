/** A crew: every task has a desk of its own, and only so many are at work at the same time. */
import { Closed, Desk } from "../desk";

export class Crew {
  private desks = new Set<Desk>();
  private closed = false;

  /** Does the task for each thing, in order. A task says itself what went wrong with it; closing the crew ends all. */
  async each<T>(things: readonly T[], most: number, task: (thing: T, desk: Desk) => Promise<void>): Promise<void> {
    const waiting = [...things];
    const work = async () => {
      for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) {
        if (this.closed) {
          throw new Closed();
        }
        const desk = new Desk();
        this.desks.add(desk);
        try {
          await task(thing, desk);
        } finally {
          desk.close();
          this.desks.delete(desk);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(most, things.length) }, work));
  }

  close(): void {
    this.closed = true;
    for (const desk of this.desks) {
      desk.close();
    }
  }
}
