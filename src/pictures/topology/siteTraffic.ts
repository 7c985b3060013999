import type { PlacedFlow } from '../../model/pictures/topology/matrixDrawing.js';
import {
  flowAddresses,
  inOrderOf,
  levelsOf,
  siteFlows,
  usualLevel,
  type FlowEnd,
  type SiteAnswers,
  type SiteFlows,
} from '../../model/pictures/topology/siteFlows.js';
import type { FlowPlace } from '../../model/pictures/topology/nodeTraffic.js';
import { flowPairsQuery, isCutShort, siteBytes, siteFlowQueries } from '../../model/query/siteFlowQuery.js';
import { namespaceQuestions } from '../../model/query/topologyQuery.js';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { recordUuid } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { joined } from '../../words/inert.js';
import { endKey, missingFlowWords, type FlowWords } from '../../words/matrixWords.js';
import { hourWords, noHourWords } from '../../words/topologyWords.js';
import { askFlows, freshParts, lastHour, type FlowRows, type Partly } from './flowAnswers.js';
import { Arriving } from '../freshAnswer.js';
import type { AskingParts } from '../pictureEntry.js';
import type { TreeSubject } from '../pictureTree.js';

interface SiteHour extends Partly {
  readonly key: string;
  readonly stretch: Stretch;
  readonly answers: SiteAnswers;
  /** Who talks to whom by address, as the sources answered. */
  readonly ends: FlowRows | undefined;
  /** Whether an answer has as many rows as it may have. */
  readonly isCut: boolean;
}

/** What was read last, and of what. */
interface ShownHour {
  readonly tree: SensorIndex;
  readonly where: FlowPlace;
  readonly level: number;
  readonly hour: SiteHour;
  readonly flows: SiteFlows;
}

const questions = ['totals', 'ends', 'owners'] as const;

/** Who talks to whom below a domain in the last hour: three questions, asked once a minute at most. */
export class SiteTraffic {
  private readonly answer = freshParts<SiteHour>();
  private readonly arriving: Arriving<SiteHour>;
  private shown: ShownHour | undefined;
  /** The sites as they were shown first, by their keys, and of which question they are. */
  private order: { readonly key: string; readonly sites: readonly string[] } = { key: '', sites: [] };

  constructor(
    private readonly parts: AskingParts,
    private readonly subject: TreeSubject,
    changed: () => void,
  ) {
    this.arriving = new Arriving(changed);
  }

  /** The next answer is shown with those first that have the most traffic by then. */
  sortAnew(): void {
    this.order = { key: '', sites: [] };
  }

  /** Asks for what failed, or lacked something, at once when it is read again. */
  tryAgain(): void {
    this.answer.tryAgain();
  }

  /** What is known by now, and what is missing of it; what is not known yet is asked for. @param level the kind of sites that was chosen */
  read(
    tree: SensorIndex,
    { top, where, level: chosen }: { top: number; where: FlowPlace; level: number | undefined },
  ) {
    const levels = levelsOf(tree, top);
    const level = levels.some(({ level: of }) => of === chosen) ? chosen : usualLevel(levels);
    const key = JSON.stringify([where, level]);
    if (level !== undefined)
      this.arriving.follow(this.answer.read(key, () => this.ask({ where, level, key })));
    const { value, problem } = this.arriving;
    // What was known of other sites is no answer.
    const hour = value?.key === key ? value : undefined;
    const flows = hour && this.inOrder(tree, hour);
    this.shown = hour && flows && level !== undefined ? { tree, where, level, hour, flows } : undefined;
    const words: FlowWords = {
      levels,
      level,
      isCut: hour?.isCut ?? false,
      flows,
      when: hour ? hourWords(hour.stretch) : noHourWords(problem !== undefined),
    };
    return { words, problem: problem ?? hour?.missing };
  }

  /** Each look at the same sites has them where they were. */
  private inOrder(tree: SensorIndex, { key, answers }: SiteHour): SiteFlows {
    const keyOf = (end: FlowEnd) => endKey(tree, end);
    const before = this.order.key === key ? this.order.sites : [];
    const flows = inOrderOf(siteFlows(tree, answers), keyOf, before);
    const sites = flows.columns.filter(end => typeof end === 'number').map(keyOf);
    this.order = { key, sites: [...new Set([...before, ...sites])] };
    return flows;
  }

  /**
   * The queries behind the flows that were read last, from a site to an end: one for each source that has some. They name
   * the addresses with the most traffic, and the hour that is shown.
   */
  queriesBehind({ from, to }: PlacedFlow): object[] {
    const { shown } = this;
    const row = shown?.flows.rows.find(({ site }) => endKey(shown.tree, site) === from);
    const end = shown?.flows.columns.find(column => endKey(shown.tree, column) === to);
    const site = shown && row && recordUuid(shown.tree.record(row.site));
    if (!shown || !row || end === undefined || site === undefined) return [];
    const { tree, where, level, hour, flows } = shown;
    const addresses = flowAddresses(tree, hour.answers, { site: row.site, end, columns: flows.columns });
    if (addresses.length === 0) return [];
    const question = { scope: where.scope, level, stretch: hour.stretch };
    const query = flowPairsQuery(question, { site, to: addresses });
    const rows = hour.ends?.rows ?? [];
    // Behind those of the first source stand those that only the other one has.
    const first = hour.ends?.answers[0]?.length ?? 0;
    const sources = namespaceQuestions(query, where.namespaces);
    return sources.filter((_, index) =>
      siteBytes(index === 0 ? rows.slice(0, first) : rows.slice(first), level).some(
        ({ site: of }) => of === site,
      ),
    );
  }

  /** Each question by itself: what one of them does not tell the others may. @throws {ApiError} when none is answered */
  private async ask(asked: { where: FlowPlace; level: number; key: string }): Promise<SiteHour> {
    const { where, key, level } = asked;
    const { scope, namespaces } = where;
    const stretch = lastHour();
    const queries = siteFlowQueries({ scope, level, stretch });
    const settled = await Promise.allSettled(
      questions.map(question => askFlows(this.parts, this.subject, { query: queries[question], namespaces })),
    );
    const [first] = settled;
    if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected'))
      throw first.reason;
    const came = new Map<(typeof questions)[number], FlowRows>();
    const missing = settled.map((each, index) => {
      const question = questions[index] ?? 'totals';
      if (each.status === 'rejected') return missingFlowWords(question, each.reason);
      came.set(question, each.value);
      return each.value.missing;
    });
    const said = [...new Set(missing)].filter(words => words !== undefined);
    const bytesOf = (question: (typeof questions)[number]) => {
      const answer = came.get(question);
      return answer && siteBytes(answer.rows, level);
    };
    return {
      key,
      stretch,
      missing: said.length > 0 ? joined(said, ' ') : undefined,
      isCut: isCutShort([came.get('owners'), came.get('ends')].flatMap(answer => answer?.answers ?? [])),
      ends: came.get('ends'),
      answers: { owners: bytesOf('owners'), ends: bytesOf('ends'), totals: bytesOf('totals') },
    };
  }
}
