import type { Patience, Wait } from '../model/text/patientSignal.js';

/** Shows a wait for as long as `during` lasts; `ended` is aborted when nobody wants to wait any more. */
export type ShowWait = (
  during: (ended: AbortSignal, tell: (wait: Wait) => void) => Promise<void>,
) => PromiseLike<void>;

/** Seconds from which a wait is shown. */
const shortestShown = 1;

/** The wait of all who do not tell of it themselves, such as saves: it is shown once, and all of them are given up at once. */
export class SharedWait {
  private waiting = 0;
  private cancel = new AbortController();
  private end: (() => void) | undefined;
  private tellShown: (wait: Wait) => void = () => undefined;

  constructor(private readonly show: ShowWait | undefined) {}

  /** Call `leave` once, when one more waits no more. */
  join(): Patience & { readonly leave: () => void } {
    this.waiting += 1;
    return { ended: this.cancel.signal, tell: wait => this.tell(wait), leave: () => this.leave() };
  }

  private tell(wait: Wait | undefined): void {
    if (!wait || wait.seconds < shortestShown) return;
    if (this.end) return this.tellShown(wait);
    const { cancel } = this;
    const shown = new Promise<void>(resolve => (this.end = resolve));
    const giveUp = () => {
      cancel.abort();
      // Who comes after that waits anew, also while one of those is being sent.
      if (this.cancel === cancel) this.begin();
    };
    void this.show?.((ended, tell) => {
      if (ended.aborted) giveUp();
      ended.addEventListener('abort', giveUp, { once: true });
      this.tellShown = tell;
      tell(wait);
      return shown;
    });
  }

  private leave(): void {
    this.waiting -= 1;
    if (this.waiting === 0) this.begin();
  }

  private begin(): void {
    this.end?.();
    this.end = undefined;
    this.cancel = new AbortController();
  }
}
