import { expect, test } from 'vitest';
import { namedField } from '../../../../src/model/inventory/listDocument.js';

const fields = ['name', 'rack_id', 'rack_group_id', 'u_height', 'units'];

test.each([
  ['name has already been taken', 'name'],
  ['Name has already been taken', 'name'],
  ['Rack must exist', 'rack_id'],
  ['Rack group must exist, Name is too long', 'rack_group_id'],
  ['Validation failed: U height must be at least 4', 'u_height'],
  ['It is odd; units are taken', 'units'],
])('finds the field in “%s”', (words, field) => {
  expect(namedField(fields, words)).toBe(field);
});

test.each(['Racks are locked', 'The name is odd', 'Unitsof', ''])('finds none in “%s”', words => {
  expect(namedField(fields, words)).toBeUndefined();
});
