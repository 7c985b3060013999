import { describe, expect, it } from 'vitest';
import { readPageQuestion, type PageQuestion } from '../../../../src/model/results/pageQuestions.js';

const result = 'r1';
const questions: readonly PageQuestion[] = [
  { type: 'texts' },
  { type: 'ready' },
  { result, type: 'rows', from: 0, count: 500 },
  { result, type: 'settings', settings: { view: 'line', off: ['netflix'] } },
  { result, type: 'interval', start: 1_764_000_000_000, end: 1_764_003_600_000 },
  { result, type: 'back' },
  { result, type: 'before', shift: 'week' },
  { result, type: 'marks', source: '${events}' },
  { result, type: 'value', action: 'filter', column: 'host', value: null },
  { result, type: 'value', action: 'exclude', column: 'bytes', value: Number.POSITIVE_INFINITY, time: 'now' },
  { result, type: 'export', format: 'csv' },
  { result, type: 'picture', format: 'png', data: 'AAAA' },
  { result, type: 'copy', text: '1\t2' },
  { result, type: 'oddRows' },
  { result, type: 'tab', settings: {} },
];

describe('what a page of a result asks', () => {
  it.each(questions)('is read: %j', question => expect(readPageQuestion(question)).toEqual(question));

  it.each([
    undefined,
    'texts',
    [],
    { type: 'unknown', result },
    { type: 'copy', result },
    { type: 'copy', result, text: { toString: 'x' } },
    { type: 'rows', result, from: -1, count: 10 },
    { type: 'rows', result, from: 0, count: 1.5 },
    { type: 'rows', from: 0, count: 10 },
    { type: 'export', result, format: 'html' },
    { type: 'picture', result, format: 'exe', data: 'MZ' },
    { type: 'value', result, action: 'run', column: 'host', value: 'a' },
    { type: 'value', result, action: 'filter', column: 'host', value: { $ne: 1 } },
    { type: 'settings', result, settings: { view: 'script' } },
    { type: 'interval', result, start: '2026', end: null },
  ])('is left alone where no page of ours asks it: %j', sent =>
    expect(readPageQuestion(sent)).toBeUndefined(),
  );
});
