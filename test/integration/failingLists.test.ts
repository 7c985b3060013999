import assert from 'node:assert/strict';
import { someOf } from '../support/depth.js';
import { answerPicks } from '../support/answerPicks.js';
import { commandWent } from '../support/commandWent.js';
import { activeDocument } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { failEachRequest } from '../support/failEachRequest.js';
import { askManager } from '../support/manager.js';
import { makeDomain, sensorTarget } from '../support/sensorTree.js';
import { noteReasons } from '../support/toldReasons.js';
import { useExtension } from '../support/useExtension.js';

describe('lists of a manager while any one request fails', function () {
  this.timeout(300_000);
  const extension = useExtension();
  let undo = (): void => undefined;
  let domain: object;
  before('a domain with an MSE sensor; the first item of a list is meant, and no filter', async () => {
    const { manager } = extension();
    const made = await makeDomain(manager, { name: 'Listed' });
    const body = { name: 'MSE', stream: 'A', parent_uuid: made.uuid };
    await askManager(manager, '/api/v1/sensors/mse', { method: 'POST', body });
    domain = sensorTarget(made);
    undo = answerPicks(
      items => items[0],
      () => '',
    );
  });
  after(() => undo());

  const connection = { connectionId: 'environment' };
  const lists = [
    ['showMse', 'MSE sensors', () => domain],
    ['showUsers', 'users', () => connection],
    ['listAccessPoints', 'access points', () => connection],
    ['fetchAccessPointsCsv', 'access points as CSV', () => connection],
    ['fetchUsersCsv', 'users as CSV', () => connection],
  ] as const;
  for (const [name, title, target] of someOf(lists, 2)) {
    it(`${title} are shown, or a sentence says why not`, () => {
      let shown = false;
      const act = async () => {
        const reasons = noteReasons();
        try {
          shown =
            (await commandWent(name, target())) && (await eventually(() => isShown(reasons.told), 30_000));
        } finally {
          reasons.restore();
        }
        return shown;
      };
      const prepare = () => {
        shown = false;
        return Promise.resolve({ act, look: () => Promise.resolve(shown), isDone: () => shown });
      };
      return failEachRequest(extension().proxy, { prepare, answer: () => undefined, sample: 'status 500' });
    });
  }
});

/** Whether a document came; false when a reason says why it cannot be read. */
function isShown(reasons: readonly string[]): boolean {
  if (reasons.length > 0) return false;
  assert.ok(activeDocument().getText().length > 10, 'the document has a text');
  return true;
}
