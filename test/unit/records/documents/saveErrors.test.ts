import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorInfo } from '../../../../src/api/apiError.js';
import { OutcomeError } from '../../../../src/changes/settle.js';
import type { DocumentKind } from '../../../../src/records/documents/documentKind.js';
import {
  besidesOfFailure,
  ConflictError,
  saveFailure,
} from '../../../../src/records/documents/saveErrors.js';
import { PartlySavedError } from '../../../../src/words/sentenceErrors.js';
import { inert } from '../../../../src/words/inert.js';

const fields = { name: 'Rack', power_feed_phase_id: 7, status: 'x' };
const refusedBy = (info: Partial<ApiErrorInfo>) =>
  new ApiError({ reason: 'invalid', method: 'PATCH', path: '/', status: 422, ...info });

const failureOf = (
  error: unknown,
  { canBeCreatedAgain = true, text = JSON.stringify(fields) } = {},
): ReturnType<typeof saveFailure> =>
  saveFailure(error, { canBeCreatedAgain } as DocumentKind, new TextEncoder().encode(text));

describe('a save that failed', () => {
  it('is one to decide about where others changed the same fields', () => {
    const conflict = { field: 'name', base: 'a', mine: 'b', theirs: 'c' };
    const error = new ConflictError(inert('Changed'), [conflict] as never);
    expect(failureOf(error)).toEqual({ kind: 'fields', fields: [conflict] });
  });

  it('is one of a record that is gone only where that can be created again', () => {
    const gone = refusedBy({ reason: 'notFound', status: 404 });
    expect(failureOf(gone)).toEqual({ kind: 'deleted' });
    expect(failureOf(gone, { canBeCreatedAgain: false })).toMatchObject({
      kind: 'failed',
      title: 'Not saved. This record was deleted on the manager. Copy what you still need.',
    });
  });

  it('is said not to be saved, and why', () => {
    expect(failureOf(refusedBy({ reason: 'forbidden', status: 403 }))).toMatchObject({
      title: expect.stringMatching(/^Not saved\. /),
      refused: {},
    });
  });

  it.each([
    ['may be stored', new OutcomeError(inert('Nobody knows.'), 'unknown')],
    ['was stored in part', new PartlySavedError(inert('Nobody knows.'), '{}')],
  ])('is not said not to be saved where it %s', (_, error) => {
    expect(failureOf(error)).toMatchObject({ title: 'Nobody knows.', sentence: 'Nobody knows.' });
  });
});

describe('the fields that a manager refused', () => {
  it.each([
    ['power_feed_phase_id must be one of 1, 2', ['power_feed_phase_id']],
    ['Power feed phase is not included in the list', ['power_feed_phase_id']],
    ['NAME: taken; Status is odd', ['name', 'status']],
    ['Rename it', []],
    ['', []],
  ])('are those that it names: %s', (detail, names) => {
    const failure = failureOf(refusedBy({ detail }));
    expect(Object.keys(failure.kind === 'failed' ? failure.refused : {})).toEqual(names);
  });

  it('are told with what was sent, of a conflict too', () => {
    const failure = failureOf(refusedBy({ reason: 'conflict', status: 409, detail: 'name is taken' }));
    expect(failure).toMatchObject({ refused: { name: 'Rack' } });
  });

  it('are none of another failure, or of a text that cannot be read', () => {
    const detail = 'name';
    expect(failureOf(refusedBy({ reason: 'server', status: 500, detail }))).toMatchObject({ refused: {} });
    expect(failureOf(refusedBy({ detail }), { text: '{' })).toMatchObject({ refused: {} });
  });
});

it('what changed besides is told of a save that was stored in part, or as nobody knows', () => {
  const besides = [{ id: 1, fields: [['name', 'a', 'b']] }] as const;
  expect(besidesOfFailure(new OutcomeError(inert('x'), 'ignored', '', besides))).toEqual(besides);
  expect(besidesOfFailure(new PartlySavedError(inert('x'), '{}', { besides }))).toEqual(besides);
  expect(besidesOfFailure(new PartlySavedError(inert('x'), '{}'))).toEqual([]);
  expect(besidesOfFailure(new Error('x'))).toEqual([]);
});
