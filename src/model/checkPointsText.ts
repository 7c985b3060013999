import { checkJsonText, checkPoint, fieldsOf, type TextProblem } from './trees/checkTreeText.js';
import { elementFields, type PointsBody } from './trees/pointList.js';

/** The body of an override, when its text has no problems. */
export type CheckedPoints = {
  readonly problems: readonly TextProblem[];
  readonly body: PointsBody | undefined;
};

/** Checks the text of an override before anything is sent (contract 001, Override of a domain's access points). */
export function checkPointsText(text: string): CheckedPoints {
  const { value, problems } = checkJsonText(text, (root, report) => {
    const list = fieldsOf(root).get('access_points');
    if (list?.type !== 'array' || fieldsOf(root).size !== 1) return report('shape', root);
    const macs = new Set<string>();
    for (const point of list.children ?? []) {
      checkPoint(point, { known: elementFields, macs, report });
      const name: unknown = fieldsOf(point).get('name')?.value;
      if (point.type === 'object' && (typeof name !== 'string' || name.trim() === ''))
        report('noName', point);
    }
  });
  return { problems, body: value as PointsBody | undefined };
}
