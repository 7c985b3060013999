import { Ajv } from 'ajv';
import { queryJsonSchema } from '../../src/model/schemas/queryJsonSchema.js';
import { queryProblems } from '../../src/model/queryEditing/queryProblems.js';
import { readQueryTree } from '../../src/model/queryEditing/queryTree.js';

const namesDimension = /\/(dimension|(dimensions|fieldNames)\/\d+)$/;

const isDimension = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'dimension' in value);

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value);

/** A filter may be null; of one that is wrong inside, Ajv also says that it is not null. */
const isEcho = (query: unknown, { keyword, instancePath }: { keyword: string; instancePath: string }) =>
  instancePath === '/filter' &&
  ['type', 'anyOf'].includes(keyword) &&
  typeof valueAt(query, instancePath) === 'object';

const clock = { now: Date.UTC(2026, 10, 18, 12), zone: 'UTC' };

/**
 * What the editor says of a query: `refused` when it shows something that a manager refuses; `odd` when what it shows is
 * only ignored or understood by managers: dimensions with a name for the output (field notes §2.3), unknown fields, fields of other query types, dimensions that another source has (field notes §2.3, §2.9).
 */
export function judgesQueries(): (query: unknown) => {
  verdict: 'refused' | 'odd' | 'fine';
  reasons: string[];
} {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(queryJsonSchema());
  return query => {
    validate(query);
    const violations = (validate.errors ?? []).filter(
      ({ keyword, propertyName, instancePath }) =>
        keyword !== 'if' && propertyName === undefined && !isEcho(query, { keyword, instancePath }),
    );
    const isIgnored = ({ keyword, instancePath }: (typeof violations)[number]) =>
      ['propertyNames', 'additionalProperties', 'false schema'].includes(keyword) ||
      (namesDimension.test(instancePath) && isDimension(valueAt(query, instancePath)));
    const tree = readQueryTree(JSON.stringify(query));
    const problems = tree ? queryProblems(tree, clock).filter(({ severity }) => severity !== 'hint') : [];
    const wrong = [
      ...violations.filter(each => !isIgnored(each)).map(each => `${each.instancePath} ${each.keyword}`),
      ...problems.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    ];
    const odd = [
      ...violations.filter(isIgnored).map(each => `${each.instancePath} ${each.keyword}`),
      ...problems.filter(({ severity }) => severity === 'warning').map(({ code }) => code),
    ];
    if (wrong.length > 0) return { verdict: 'refused', reasons: wrong };
    return { verdict: odd.length > 0 ? 'odd' : 'fine', reasons: odd };
  };
}
