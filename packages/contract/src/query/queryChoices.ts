/** Fixed bucket sizes of the contract, then those that managers also take (contract 002; field notes §2.5). */
export const granularityNames = {
  contract: ['all', 'second', 'minute', 'fifteen_minute', 'thirty_minute', 'hour', 'day'],
  alsoKnown: [
    'none',
    'five_minute',
    'ten_minute',
    'six_hour',
    'eight_hour',
    'week',
    'month',
    'quarter',
    'year',
  ],
} as const;

/** Aggregations of one column (contract 002, Aggregations per data source; others field notes §2.1). */
export const columnAggregations = [
  'longSum',
  'doubleSum',
  'min',
  'max',
  'doubleMin',
  'doubleMax',
  'longMin',
  'longMax',
  'hyperUnique',
] as const;

/** Whether text is compared by its letters, or numbers in it by their value (contract 002, orderBy shape). */
export const dimensionOrders = ['lexicographic', 'alphanumeric'] as const;

export const orderDirections = ['ASCENDING', 'DESCENDING'] as const;

/** How a filter looks for text (field notes §2.9). */
export const searchTypes = ['insensitive_contains', 'contains', 'fragment'] as const;

/** The ways to sort a topN by an object (field notes §2.8). */
export const metricTypes = ['numeric', 'lexicographic', 'alphaNumeric', 'inverted'] as const;
