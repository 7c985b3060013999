import { literalPattern } from '../../../model/literalPattern.js';
import { Random } from '../../generator/random.js';
import type { Fault, FaultPlan } from './faultPlan.js';

type Rule = FaultPlan['rules'][number];

/** Decides for one request after the other, in the order they come; the same plan decides the same. */
export function chooseFaults({ rules, seed }: FaultPlan): (request: {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}) => Fault | undefined {
  const judges = rules.map((rule, index) => judge(rule, new Random(seed, `fault rule ${index}`)));
  return request => {
    const hits = judges.map(isHit => isHit(request));
    return rules[hits.indexOf(true)]?.fault;
  };
}

/** Every rule counts and draws for every request that it matches, whatever the rules before it decide. */
function judge({ match }: Rule, random: Random): (request: { method: string; path: string }) => boolean {
  const { method, path, first = Infinity, nth, every = 1, probability = 1 } = match;
  const pattern = path === undefined ? /^/ : patternOf(path);
  let count = 0;
  return request => {
    if ((method !== undefined && method !== request.method) || !pattern.test(request.path)) return false;
    count += 1;
    const isLucky = random.next() < probability;
    return count <= first && (nth === undefined || count === nth) && count % every === 0 && isLucky;
  };
}

/** A path in which `*` stands for any characters. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.split('*').map(literalPattern).join('.*')}$`);
