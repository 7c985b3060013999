import * as vscode from 'vscode';
import type { TopologySubject } from '../model/pictures/pictureMessages.js';
import type { QueryRow } from '../model/results/queryResult.js';
import {
  namespaceQuestions,
  namespaceRows,
  placeTraffic,
  placeTrafficQuery,
  pointTraffic,
  pointTrafficQuery,
  type PlaceTraffic,
  type Scope,
} from '../model/query/topologyQuery.js';
import { resolveRange, type Stretch } from '../model/query/timeRange.js';
import type { Inert } from '../words/inert.js';
import { Arriving, FreshAnswer } from './freshAnswer.js';
import type { PictureParts } from './pictureParts.js';

/** Milliseconds for which a failure is taken for an answer: each is drawn, and to draw is to ask. */
export const failureFreshness = 5_000;

/** The flows of an hour, as far as the manager has answered. */
export interface HourOfTraffic {
  readonly stretch: Stretch;
  readonly places: readonly PlaceTraffic[];
}

/** What a manager knows of the traffic of a topology: one question for all places, one for access points that are shown. */
export class TopologyTraffic {
  private readonly places = new FreshAnswer<HourOfTraffic>(failureFreshness);
  private readonly points = new FreshAnswer<ReadonlyMap<string, number>>(failureFreshness);
  private readonly arrivingPlaces: Arriving<HourOfTraffic>;
  private readonly arrivingPoints: Arriving<ReadonlyMap<string, number>>;

  constructor(
    private readonly parts: PictureParts,
    private readonly subject: TopologySubject,
    changed: () => void,
  ) {
    this.arrivingPlaces = new Arriving(changed);
    this.arrivingPoints = new Arriving(changed);
  }

  /** What is known by now; what is missing is asked for. @param wanted which kinds of domains there are */
  read(wanted: { where: FlowPlace; domainTypes: readonly number[]; withPoints: boolean }) {
    const { where, domainTypes, withPoints } = wanted;
    const { scope } = where;
    const key = JSON.stringify([where, domainTypes]);
    this.arrivingPlaces.follow(
      this.places.read(key, async () => {
        const stretch = lastHour();
        const rows = await this.ask(where, placeTrafficQuery({ scope, stretch }, domainTypes));
        return { stretch, places: placeTraffic(rows) };
      }),
    );
    if (withPoints)
      this.arrivingPoints.follow(
        this.points.read(key, async () =>
          pointTraffic(await this.ask(where, pointTrafficQuery({ scope, stretch: lastHour() }))),
        ),
      );
    const { value: hour, problem } = this.arrivingPlaces;
    const { value: points, problem: pointProblem } = this.arrivingPoints;
    return { hour, points, problem: problem ?? (withPoints ? pointProblem : undefined) };
  }

  private async ask({ namespaces }: FlowPlace, query: object) {
    return namespaceRows(await askFlows(this.parts, this.subject, { query, namespaces }));
  }
}

/** The flows that are asked for. */
export interface FlowPlace {
  /** Undefined for all that there are. */
  readonly scope: Scope | undefined;
  /** The uuids of the namespaces that may have a source of their own. */
  readonly namespaces: readonly string[];
}

/** What each source in which a manager may keep flows answers; `namespaceRows` makes one of them. The query groups by namespace. */
export async function askFlows(
  { connections }: PictureParts,
  { connectionId }: TopologySubject,
  { query, namespaces }: { readonly query: object } & Pick<FlowPlace, 'namespaces'>,
): Promise<readonly (readonly QueryRow[])[]> {
  const client = await connections.client(connectionId);
  return Promise.all(
    namespaceQuestions(query, namespaces).map(async asked => (await client.runQuery(asked)).rows),
  );
}

/** The hour that ends now. */
export function lastHour(): Stretch {
  const resolved = resolveRange('last hour', { now: Date.now(), zone: 'UTC' });
  if (!('stretch' in resolved)) throw new vscode.CancellationError();
  return resolved.stretch;
}

/** What is said of the time while there is no answer. */
export const noHourWords = (hasFailed: boolean): Inert =>
  hasFailed ? vscode.l10n.t('traffic not known') : vscode.l10n.t('traffic of the last hour is being read…');
