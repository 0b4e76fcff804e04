/** A crew: every task has a engine of its own, and only so many are at work at the same time. */
import { ClosedError, Engine } from "../engine";

export class Crew {
  private engines = new Set<Engine>();
  private closed = false;

  /** Does the task for each thing, in order. A task says itself what went wrong with it; closing the crew ends all. */
  async each<T>(things: readonly T[], most: number, task: (thing: T, engine: Engine) => Promise<void>): Promise<void> {
    const waiting = [...things];
    const work = async () => {
      for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) {
        if (this.closed) {
          throw new ClosedError();
        }
        const engine = new Engine();
        this.engines.add(engine);
        try {
          await task(thing, engine);
        } finally {
          engine.close();
          this.engines.delete(engine);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(most, things.length) }, work));
  }

  close(): void {
    this.closed = true;
    for (const engine of this.engines) {
      engine.close();
    }
  }
}
