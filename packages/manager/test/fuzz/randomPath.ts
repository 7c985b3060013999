import fc from 'fast-check';
import { placeholder, sensorKinds, type PoolName } from './pools.js';

const strangeSegments = [
  '0',
  '-1',
  '1.5',
  'abc',
  '%00',
  '%27',
  '%2e%2e',
  '..',
  '%',
  '%zz',
  '%c3%28',
  '%ff',
  '💥',
  '.json',
  '.csv',
  'null',
  'x'.repeat(99),
  'x'.repeat(101),
  'x'.repeat(9000),
  '9'.repeat(40),
  'a%2Fb',
  'a/b',
  '*',
  ':id',
  '%3A',
  ' ',
  '%20',
  ';',
];

const existing = (pool: PoolName): fc.Arbitrary<string> => fc.nat(300).map(index => placeholder(pool, index));

/** A sensor; of the kind that the address ends with, where it names one, since there are few of a kind. */
const sensorIn = (url: string): fc.Arbitrary<string> => {
  const kind = sensorKinds.find(each => url.endsWith(`/${each}`));
  return kind ? fc.oneof(existing(kind), existing('uuid')) : existing('uuid');
};

const segment = (name: string, url: string): fc.Arbitrary<string> => {
  const places =
    name === 'uuid'
      ? sensorIn(url)
      : fc.oneof(existing('id'), ...(name === 'named' ? [existing('mac')] : []));
  return fc.oneof(
    { weight: 12, arbitrary: places },
    { weight: 1, arbitrary: fc.constantFrom(...strangeSegments) },
  );
};

/** The path of a route with values in place of its parameters: mostly such that exist, now and then strange ones. */
export const randomPath = (url: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...url.split('/').map(part => (part.startsWith(':') ? segment(part.slice(1), url) : fc.constant(part))),
    )
    .map(parts => parts.join('/'));
