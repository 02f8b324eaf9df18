/** A wait that can be cut short. */
export class Pause {
  private wake: (() => void) | null = null;

  wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.wake = done;
    });
  }

  /** Whoever waits goes on at once. */
  end(): void {
    this.wake?.();
  }
}
