/** What versions of Druid call otherwise, or do not know. */
export interface NativeWords {
  /** Order and limit of a groupBy. */
  readonly order: 'orderBy' | 'limitSpec';
  /** Aggregations for `min` and `max`. */
  readonly extremes: { readonly min: string; readonly max: string };
  /** The dimensions of a `cardinality`. */
  readonly cardinality: 'fieldNames' | 'fields';
  /** A post-aggregation that is the number of an output; rows can be ordered by the newer one only. */
  readonly access: 'fieldAccess' | 'finalizingFieldAccess';
  /** Whether there are post-aggregations of the type `expression`. */
  readonly hasExpressions: boolean;
  /** Whether there is the filter `in`. */
  readonly hasIn: boolean;
  /** Whether a `bound` names its order, instead of being `alphaNumeric` or not. */
  readonly hasBoundOrdering: boolean;
}

const oldest: NativeWords = {
  order: 'orderBy',
  extremes: { min: 'min', max: 'max' },
  cardinality: 'fieldNames',
  access: 'fieldAccess',
  hasExpressions: false,
  hasIn: false,
  hasBoundOrdering: false,
};

/** What each version brought, the oldest first (field notes §2.1, §2.9). */
const changes: readonly (readonly [since: string, Partial<NativeWords>])[] = [
  ['0.7.0', { order: 'limitSpec' }],
  ['0.9.0', { extremes: { min: 'doubleMin', max: 'doubleMax' }, hasIn: true }],
  ['0.9.2', { hasBoundOrdering: true }],
  ['0.10.0', { cardinality: 'fields', access: 'finalizingFieldAccess' }],
  ['28.0.0', { hasExpressions: true }],
];

/** The words of a version, `28.0.0`; one that cannot be read is taken for a new one. */
export function nativeWords(version: string): NativeWords {
  const known = changes.filter(([since]) => !isOlder(version, since)).map(([, change]) => change);
  return Object.assign({}, oldest, ...known) as NativeWords;
}

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map(text => /^\d+(\.\d+)*/.exec(text)?.[0].split('.').map(Number));
  if (!one || !other) return false;
  const at = other.findIndex((part, index) => (one[index] ?? 0) !== part);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
