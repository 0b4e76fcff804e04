/** Measures the time of a game. It stands still while it is stopped, for example while the page is hidden. */
export class Stopwatch {
  private before = 0;
  private since: number | null = null;

  /** The time in seconds. */
  get seconds(): number {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  set(seconds: number): void {
    this.before = seconds;
    this.since &&= performance.now();
  }

  run(running: boolean): void {
    if (running !== (this.since !== null)) {
      this.before = this.seconds;
      this.since = running ? performance.now() : null;
    }
  }
}
