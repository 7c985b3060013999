import type { RendererMessage } from '../../model/results/shownResult.js';
import type { Log } from '../../ui/doors.js';
import type { RangeSteps } from '../time/rangeSteps.js';
import type { KeptResult, ResultStore } from './resultStore.js';
import type { ValueServices } from './valueActions.js';

/** What answering the renderer needs. */
export interface ResultServices extends ValueServices {
  readonly results: ResultStore;
  readonly ranges: RangeSteps;
  readonly log: Log;
}

/**
 * Does what an output asks for, besides its rows and copying.
 * @throws {Error} with a sentence for people
 */
export async function answerAsked(
  asked: Exclude<RendererMessage, { type: 'rows' | 'copy' }>,
  result: KeptResult,
  services: ResultServices,
): Promise<void> {
  const { cell } = result;
  switch (asked.type) {
    case 'settings':
      return (await import('./resultEdits.js')).writeSettings(cell, asked.settings, services.results);
    case 'interval':
      return (await import('../time/rangeChanges.js')).useInterval(cell, asked, services.ranges);
    case 'back':
      await (
        await import('../time/rangeChanges.js')
      ).goBack({ cell, notebook: cell.notebook }, services.ranges);
      return;
    case 'value':
      return (await import('./valueActions.js')).actOnValue(asked, result, services);
    case 'export':
      return (await import('./exportResult.js')).exportResult(result, asked.format);
    case 'picture':
      return (await import('./exportResult.js')).savePicture(result, asked);
    case 'oddRows':
      return (await import('./runSummary.js')).openOddRows(result);
  }
}
