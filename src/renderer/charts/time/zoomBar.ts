import { button, element } from '../../element.js';
import type { TimeSpan } from '../../resultLook.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import { formatTime } from '../../../model/text/timeText.js';
import { wholeBuckets, type BucketTimes } from '../../../model/charts/time/timeAxis.js';

/** What can be done with the range of time that a chart shows, and the time at the cursor: a row that is there in any case. */
export class ZoomBar {
  readonly element = element('div', { className: 'zoom' });
  private readonly time = element('span', { className: 'time' });

  constructor(
    private readonly session: Session,
    private readonly buckets: BucketTimes,
    private readonly reset: () => void,
  ) {}

  /** @param zoomed the part of the times that is looked at; undefined for all of them */
  show(zoomed: TimeSpan | undefined): void {
    this.element.replaceChildren(...(zoomed ? this.zoomButtons(zoomed) : this.backButtons()), this.time);
  }

  /** Says the time at the cursor; nothing for none. */
  read(time: string): void {
    this.time.textContent = time;
  }

  private zoomButtons(zoomed: TimeSpan): HTMLElement[] {
    const { session, buckets } = this;
    const chosen = wholeBuckets(buckets, zoomed);
    const reset = button(strings.resetZoom, this.reset);
    if (!chosen || !session.isConnected) return [reset];
    const start = chosen.start * 1000;
    const end = chosen.end * 1000;
    const use = button(strings.useInterval, () => session.post({ type: 'interval', start, end }));
    const said = `${formatTime(start, session.zone)} – ${formatTime(end, session.zone)}`;
    return [element('span', { text: said }), use, reset];
  }

  /** The way back from a range that somebody has chosen, as long as no other one is looked at. */
  private backButtons(): HTMLElement[] {
    const { session } = this;
    const { earlierRange } = session.output;
    if (earlierRange === undefined || !session.isConnected) return [];
    return [button(strings.backTo(earlierRange), () => session.post({ type: 'back' }))];
  }
}
