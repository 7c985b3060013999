import type { TopologySubject } from '../model/pictures/pictureMessages.js';
import { levelsOf, siteFlows, usualLevel, type SiteAnswers } from '../model/pictures/siteFlows.js';
import { mostAddresses, siteBytes, siteFlowQueries } from '../model/query/siteFlowQuery.js';
import type { Stretch } from '../model/query/timeRange.js';
import type { Scope } from '../model/query/topologyQuery.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { FlowWords } from '../words/matrixWords.js';
import { hourWords } from '../words/topologyWords.js';
import { Arriving, FreshAnswer } from './freshAnswer.js';
import type { PictureParts } from './pictureParts.js';
import { failureFreshness, lastHour, noHourWords } from './topologyTraffic.js';

interface SiteHour {
  readonly key: string;
  readonly stretch: Stretch;
  readonly answers: SiteAnswers;
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
    { top, scope, level: chosen }: { top: number; scope: Scope | undefined; level: number | undefined },
  ) {
    const levels = levelsOf(tree, top);
    const level = levels.some(({ level: of }) => of === chosen) ? chosen : usualLevel(levels);
    const key = JSON.stringify([scope, level]);
    if (level !== undefined)
      this.arriving.follow(this.answer.read(key, () => this.ask({ scope, level, key })));
    const { value, problem } = this.arriving;
    // What was known of other sites is no answer.
    const hour = value?.key === key ? value : undefined;
    const isCut = [hour?.answers.owners, hour?.answers.ends].some(rows => rows?.length === mostAddresses);
    const words: FlowWords = {
      ...{ levels, level, isCut },
      flows: hour && siteFlows(tree, hour.answers),
      when: hour ? hourWords(hour.stretch) : noHourWords(problem !== undefined),
    };
    return { words, problem };
  }

  private async ask(asked: { scope: Scope | undefined; level: number; key: string }): Promise<SiteHour> {
    const { key, level } = asked;
    const stretch = lastHour();
    const client = await this.parts.connections.client(this.subject.connectionId);
    const queries = siteFlowQueries({ ...asked, stretch });
    const [owners, ends, totals] = await Promise.all(
      ([queries.owners, queries.ends, queries.totals] as const).map(async query =>
        siteBytes((await client.runQuery(query)).rows, level),
      ),
    );
    return { key, stretch, answers: { owners: owners ?? [], ends: ends ?? [], totals: totals ?? [] } };
  }
}
