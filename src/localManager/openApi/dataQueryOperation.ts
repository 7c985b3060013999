import type { FastifySchema } from 'fastify';
import { dataQuery } from '../../model/query/query.js';
import { queryAnswer } from './answers.js';
import { documented } from './documented.js';
import { queryExamples } from './examples.js';

/** What the document says about the data query (contract 002, Endpoints). @param now end of what the examples look at */
export const dataQueryOperation = (now: number): FastifySchema =>
  documented({
    section: 'Data query',
    operation: 'Data query',
    description: 'Answers an array of rows; what they look like depends on the type of the query.',
    body: dataQuery,
    examples: queryExamples(now),
    answer: queryAnswer,
    errors: [504],
  });
