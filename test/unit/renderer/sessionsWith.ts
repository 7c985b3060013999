import type { RendererMessage } from '../../../src/model/results/pageQuestions.js';
import type { Caption } from '../../../src/model/results/caption.js';
import type { QueryFacts } from '../../../src/model/results/queryFacts.js';
import type { ViewSettings } from '../../../src/model/results/viewSettings.js';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import { Session } from '../../../src/renderer/session.js';
import { table } from './useRenderer.js';

/** Makes sessions of results over time, with these measures; without `post` there is no extension behind them. */
export const sessionsWith =
  (measures: QueryFacts['measures'], post?: (message: RendererMessage) => void) =>
  (columns: readonly ResultColumn[], settings: ViewSettings = {}, queryType = 'groupBy'): Session => {
    const dimensions = columns.filter(({ kind }) => kind === 'dimension').map(({ name }) => name);
    const facts = { queryType, dimensions, inTree: [], isBucketed: true, measures };
    const host = { post, recall: () => undefined, remember: () => undefined };
    return new Session({ ...table(...columns), id: 'result', facts, settings }, host);
  };

/** What a chart in a file says of itself: nothing but its title. */
export const titled = (title = ''): Caption => ({ title, subtitle: '', notes: [] });

/** For drawings that nobody listens to. */
export const noEvents = { announce: (): void => undefined, onDidChoose: (): void => undefined };
