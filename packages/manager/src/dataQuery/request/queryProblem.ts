import type { z } from 'zod';

import { isRecord } from 'netsensor-contract/text/looseValues';
import { badRequest, HttpProblem } from '../../http/errors.js';

/** A query that the engine refuses; managers answer 500 with the engine's message (field notes §2.3). */
export class QueryProblem extends HttpProblem {
  override readonly isFromQuery = true;

  constructor(message: string, status = 500) {
    super(status, message);
  }
}

/**
 * Managers can run JavaScript that a query brings along; here nothing that a query says is ever run as a program.
 * @param where the part of the query, named in the message
 * @throws HttpProblem 400 when the type of the part is `javascript`
 */
export function refuseJavaScript(where: string, part: unknown): void {
  if (isRecord(part) && part['type'] === 'javascript') {
    throw badRequest(`${where}: the local manager runs no JavaScript; leave the part of type javascript out`);
  }
}

type Issue = z.core.$ZodIssue;

const articles: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** What is wrong with a part of a query, in words that follow the name of the part. */
export function issueWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `is not ${articles[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `is not ${oneOf(issue.values)}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `is not ${oneOf(issue.options)}`
        : 'has none of the known forms';
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? 'is empty'
        : `is less than ${issue.minimum}`;
    case 'too_big':
      return `is more than ${issue.maximum}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message;
  }
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

/**
 * The issues inside the form that was meant: where one of several forms has the given type, what is wrong with this
 * one is worth telling.
 */
export function issuesMeant(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find(
    issues => issues.length > 0 && issues.every(({ path }) => path.length > 0 && path.at(-1) !== 'type'),
  );
  if (!meant) return [issue];
  return meant.flatMap(inner => issuesMeant({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A wrong part of a query and what is wrong with it. @param root what is said of the part as a whole */
export function issueSentence(root: string, issue: Issue): string {
  const place = issue.path.join('.');
  return place === '' ? `${root}: ${issueWords(issue)}` : `${root}: ${place} ${issueWords(issue)}`;
}
