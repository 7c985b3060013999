import assert from 'node:assert/strict';
import { doorsOfHostileWords, liveTexts } from '../support/shownTexts.js';

/** Comes after all tests, of which every message, refused save, list and problem was looked at. */
export function describeDoors(): void {
  describe('words of a manager', () => {
    it('were nowhere a link or an icon', () => assert.deepEqual(liveTexts, []));

    // Notebooks alone show no words that the tests make harmful.
    if (process.env.NETSENSOR_TEST_PART === 'notebook') return;
    it('that mean harm were shown in messages and refused saves', function () {
      if (process.env.NETSENSOR_TEST_GREP) this.skip();
      assert.deepEqual([...doorsOfHostileWords].sort(), ['message', 'save']);
    });
  });
}
