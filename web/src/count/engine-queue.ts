/** Runs tasks, each on an engine of its own, and only a limited number of them at the same time. */
import { ClosedError, Engine } from "../engine";

export class EngineQueue {
  private engines = new Set<Engine>();
  private closed = false;

  /** Runs the task for each item, in order. A task that fails ends the run; closing the queue ends all tasks with a `ClosedError`. */
  async each<T>(items: readonly T[], most: number, task: (item: T, engine: Engine) => Promise<void>): Promise<void> {
    const waiting = [...items];
    const work = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        if (this.closed) {
          throw new ClosedError();
        }
        const engine = new Engine();
        this.engines.add(engine);
        try {
          await task(item, engine);
        } finally {
          engine.close();
          this.engines.delete(engine);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  }

  close(): void {
    this.closed = true;
    for (const engine of this.engines) {
      engine.close();
    }
  }
}
