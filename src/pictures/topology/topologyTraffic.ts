import type { FlowPlace } from '../../model/pictures/topology/nodeTraffic.js';
import {
  placeTraffic,
  placeTrafficQuery,
  pointTraffic,
  pointTrafficQuery,
  type PlaceTraffic,
} from '../../model/query/topologyQuery.js';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { joined } from '../../words/inert.js';
import { missingPointsWords } from '../../words/topologyWords.js';
import { askFlows, freshParts, lastHour, type Partly } from './flowAnswers.js';
import { Arriving } from '../freshAnswer.js';
import type { AskingParts } from '../pictureEntry.js';
import type { TreeSubject } from '../pictureTree.js';

/** The flows of an hour, as far as the manager has answered. */
export interface HourOfTraffic extends Partly {
  readonly stretch: Stretch;
  readonly places: readonly PlaceTraffic[];
}

interface HourOfPoints extends Partly {
  readonly bytes: ReadonlyMap<string, number>;
}

/** What a manager knows of the traffic of a topology: one question for all places, one for access points that are shown. */
export class TopologyTraffic {
  private readonly places = freshParts<HourOfTraffic>();
  private readonly points = freshParts<HourOfPoints>();
  private readonly arrivingPlaces: Arriving<HourOfTraffic>;
  private readonly arrivingPoints: Arriving<HourOfPoints>;

  constructor(
    private readonly parts: AskingParts,
    private readonly subject: TreeSubject,
    changed: () => void,
  ) {
    this.arrivingPlaces = new Arriving(changed);
    this.arrivingPoints = new Arriving(changed);
  }

  /**
   * What is known by now, and what is missing of it; what is not known yet is asked for.
   * @param wanted which kinds of domains there are
   */
  read(wanted: { where: FlowPlace; domainTypes: readonly number[]; withPoints: boolean }) {
    const { where, domainTypes, withPoints } = wanted;
    const key = JSON.stringify([where, domainTypes]);
    this.arrivingPlaces.follow(this.places.read(key, () => this.askPlaces(where, domainTypes)));
    if (withPoints) this.arrivingPoints.follow(this.points.read(key, () => this.askPoints(where)));
    const { value: hour, problem } = this.arrivingPlaces;
    const { value: points, failure } = this.arrivingPoints;
    const pointProblem = failure === undefined ? points?.missing : missingPointsWords(failure);
    const missing = [problem ?? hour?.missing, withPoints ? pointProblem : undefined];
    const said = [...new Set(missing)].filter(each => each !== undefined);
    return { hour, points: points?.bytes, problem: said.length > 0 ? joined(said, ' ') : undefined };
  }

  /** Asks for what failed, or lacked something, at once when it is read again. */
  tryAgain(): void {
    this.places.tryAgain();
    this.points.tryAgain();
  }

  private async askPlaces(where: FlowPlace, domainTypes: readonly number[]): Promise<HourOfTraffic> {
    const { scope, namespaces } = where;
    const stretch = lastHour();
    const query = placeTrafficQuery({ scope, stretch }, domainTypes);
    const { rows, missing } = await askFlows(this.parts, this.subject, { query, namespaces });
    return { stretch, places: placeTraffic(rows), missing };
  }

  private async askPoints({ scope, namespaces }: FlowPlace): Promise<HourOfPoints> {
    const query = pointTrafficQuery({ scope, stretch: lastHour() });
    const { rows, missing } = await askFlows(this.parts, this.subject, { query, namespaces });
    return { bytes: pointTraffic(rows), missing };
  }
}
