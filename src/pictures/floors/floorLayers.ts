import * as l10n from '@vscode/l10n';
import type { FloorFile } from '../../model/pictures/floors/floorFile.js';
import type { FloorPoint } from '../../model/pictures/floors/floorPlan.js';
import type { WantedLayer } from '../../model/pictures/floors/floorMessages.js';
import type { LayerFrame, ShownLayer } from '../../model/pictures/floors/shownFloor.js';
import { floorFrames, floorQuery, replayGranularity, type FloorFrame } from '../../model/query/floorQuery.js';
import { defaultRange, resolveRange } from 'netsensor-contract/query/timeRange';
import { askedLayer, frameLabel, reachLayer } from '../../words/floorWords.js';
import { quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { FreshAnswer } from '../freshAnswer.js';
import type { SourceParts } from '../pictureEntry.js';
import type { DomainSubject } from '../pictureTree.js';

type SaidFrame = FloorFrame & { readonly label: Inert };

/** What a manager knows of the access points of a floor, besides their records. */
export class FloorLayers {
  private readonly answer = new FreshAnswer<readonly SaidFrame[]>();

  constructor(
    private readonly parts: SourceParts,
    private readonly subject: DomainSubject,
  ) {}

  /** @throws {Error} with a sentence for people, or `ApiError` */
  async read(
    { layer, range }: WantedLayer,
    floor: { domainType: number; points: readonly FloorPoint[]; file: FloorFile | undefined },
  ): Promise<ShownLayer | undefined> {
    if (layer === 'none') return undefined;
    if (layer === 'reach') return reachLayer(floor.file ?? {});
    const notebook = await this.parts.notebookRange();
    const chosen = range || notebook?.range || defaultRange;
    const zone = notebook?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const key = JSON.stringify([layer, chosen, zone]);
    const { domainType } = floor;
    const frames = await this.answer.read(key, () => this.ask({ layer, range: chosen, zone, domainType }));
    return askedLayer(
      layer,
      frames.map(frame => byKey(frame, floor.points)),
    );
  }

  private async ask(wanted: {
    layer: 'clients' | 'signal';
    range: string;
    zone: string;
    domainType: number;
  }): Promise<SaidFrame[]> {
    const { layer, range, zone, domainType } = wanted;
    const resolved = resolveRange(range, { now: Date.now(), zone });
    if (!('stretch' in resolved))
      throw new SentenceError(l10n.t('{0} is no range of time. Choose another one.', quoted(range)));
    const { stretch } = resolved;
    const { connections, closed } = this.parts;
    const client = await connections.client(this.subject.connectionId);
    const question = { uuid: this.subject.uuid, domainType, layer, stretch };
    const [whole, parts] = await Promise.all(
      ['all', replayGranularity(stretch)].map(async granularity =>
        floorFrames((await client.runQuery(floorQuery({ ...question, granularity }), closed)).rows, layer),
      ),
    );
    const all = {
      start: null,
      values: whole?.[0]?.values ?? new Map<string, number>(),
      label: quoted(range),
    };
    return [all, ...(parts ?? []).map(part => ({ ...part, label: frameLabel(part.start ?? '', zone) }))];
  }
}

const byKey = ({ label, values }: SaidFrame, points: readonly FloorPoint[]): LayerFrame => ({
  label,
  values: Object.fromEntries(
    points.flatMap(({ key, mac }) => {
      const value = mac === undefined ? undefined : values.get(mac);
      return value === undefined ? [] : [[key, value]];
    }),
  ),
});
