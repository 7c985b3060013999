import type { TopologySubject } from '../model/pictures/pictureMessages.js';
import { levelsOf, siteFlows, usualLevel, type SiteAnswers } from '../model/pictures/siteFlows.js';
import { isCutShort, siteBytes, siteFlowQueries } from '../model/query/siteFlowQuery.js';
import type { QueryRow } from '../model/results/queryResult.js';
import type { Stretch } from '../model/query/timeRange.js';
import { namespaceRows } from '../model/query/topologyQuery.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { FlowWords } from '../words/matrixWords.js';
import { hourWords } from '../words/topologyWords.js';
import { Arriving, FreshAnswer } from './freshAnswer.js';
import type { PictureParts } from './pictureParts.js';
import { askFlows, failureFreshness, lastHour, noHourWords, type FlowPlace } from './topologyTraffic.js';

interface SiteHour {
  readonly key: string;
  readonly stretch: Stretch;
  readonly answers: SiteAnswers;
  /** Whether an answer has as many rows as it may have. */
  readonly isCut: boolean;
}

/** Who talks to whom below a domain in the last hour: three questions, asked once a minute at most. */
export class SiteTraffic {
  private readonly answer = new FreshAnswer<SiteHour>(failureFreshness);
  private readonly arriving: Arriving<SiteHour>;

  constructor(
    private readonly parts: PictureParts,
    private readonly subject: TopologySubject,
    changed: () => void,
  ) {
    this.arriving = new Arriving(changed);
  }

  /** What is known by now; what is missing is asked for. @param level the kind of sites that was chosen */
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
    const words: FlowWords = {
      ...{ levels, level, isCut: hour?.isCut ?? false },
      flows: hour && siteFlows(tree, hour.answers),
      when: hour ? hourWords(hour.stretch) : noHourWords(problem !== undefined),
    };
    return { words, problem };
  }

  private async ask(asked: { where: FlowPlace; level: number; key: string }): Promise<SiteHour> {
    const { where, key, level } = asked;
    const { scope, namespaces } = where;
    const stretch = lastHour();
    const queries = siteFlowQueries({ scope, level, stretch });
    const [owners = [], ends = [], totals = []] = await Promise.all(
      [queries.owners, queries.ends, queries.totals].map(query =>
        askFlows(this.parts, this.subject, { query, namespaces }),
      ),
    );
    const bytesOf = (answers: readonly (readonly QueryRow[])[]) => siteBytes(namespaceRows(answers), level);
    return {
      ...{ key, stretch, isCut: isCutShort([...owners, ...ends]) },
      answers: { owners: bytesOf(owners), ends: bytesOf(ends), totals: bytesOf(totals) },
    };
  }
}
