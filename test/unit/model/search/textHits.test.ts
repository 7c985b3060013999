import { expect, it } from 'vitest';
import { hitsInText } from '../../../../src/model/search/textHits.js';

const text = '{\n  "name": "Łódź rack",\r\n  "u_height": 42\n}\n';

it('finds lines whatever case and accents, with the place of what was typed, or all of the line', () => {
  expect(hitsInText(text, ' RACK ')).toEqual([{ line: 1, from: 16, to: 20, text: '"name": "Łódź rack",' }]);
  expect(hitsInText(text, 'lodz')).toEqual([{ line: 1, from: 2, to: 22, text: '"name": "Łódź rack",' }]);
  expect(hitsInText(text, '": ').map(({ line }) => line)).toEqual([1, 2]);
  expect(hitsInText(text, 'nothing')).toEqual([]);
  expect(hitsInText(text, ' ')).toEqual([]);
});
