import type { QueryFilter } from '../../model/query/queryFilter.js';

export type RegexFilter = Extract<QueryFilter, { type: 'regex' }>;

/** A pattern of the database's engine, or a table with the values of the dimension that match. */
export type PatternPlan = { readonly pattern: string } | { readonly matchesTable: string };

/** How the regular expressions of a query are evaluated, by `planKey`. */
export type PatternPlans = ReadonlyMap<string, PatternPlan>;

export const planKey = ({ dimension, pattern }: RegexFilter): string => JSON.stringify([dimension, pattern]);
