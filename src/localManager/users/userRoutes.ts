import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { callerOf } from '../http/auth.js';
import { csvType } from '../http/csv.js';
import type { Database } from '../store/database.js';
import { notFound } from '../http/errorAnswers.js';
import { answered, userAnswer } from '../openApi/answers.js';
import { documented, textAnswer } from '../openApi/documented.js';
import { requireSuperAdministrator } from './permissions.js';
import type { UserStore } from './userStore.js';
import { userCsv, userRows } from './userRows.js';

interface OfUser {
  readonly Params: { readonly id: string };
}

const renewal = '/api/v1/users/:id/recreate_api_key';

/** The user list and key renewal (contract 001, Users). */
export function userRoutes(
  app: FastifyInstance,
  { database, users }: { database: Database; users: UserStore },
): void {
  app.get('/api/v1/users', { schema: listOperation }, async request => {
    requireSuperAdministrator(callerOf(request));
    return { query: true, users: await database.read(session => userRows(session, users.all())) };
  });

  app.get('/api/v1/users.csv', { schema: csvOperation }, async (request, reply) => {
    requireSuperAdministrator(callerOf(request));
    return reply.type(csvType).send(userCsv(users.all()));
  });

  const renew = async (request: FastifyRequest<OfUser>) => ({
    query: true,
    auth_token: await users.renewKey(callerOf(request), userId(request.params.id)),
  });
  // A HEAD request must not renew anything.
  app.get<OfUser>(renewal, { schema: renewOperation, exposeHeadRoute: false }, renew);
  // One published example sends PATCH (field notes §1.0).
  app.patch<OfUser>(renewal, { schema: { hide: true } }, renew);
}

/** @throws HttpProblem 404 for what cannot be the id of a user */
function userId(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw notFound();
  return Number(text);
}

const listOperation = documented({
  section: 'Users',
  operation: 'List all users',
  description: 'For super administrators only.',
  answer: answered({ users: z.array(userAnswer) }),
  documentedPath: '/api/v1/users.json',
});

const csvOperation = documented({
  section: 'Users',
  operation: 'List all users as CSV',
  description: 'For super administrators only.',
  answer: textAnswer('Name, Email, ID, Login, Admin, Enabled, Authentication_token, Sensor_ID'),
});

const renewOperation = documented({
  section: 'Users',
  operation: "Renew a user's API key",
  description: 'The old key is invalid at once. For the user and super administrators.',
  path: { id: 'Id of the user.' },
  answer: answered({ auth_token: z.string().describe('The new API key.') }),
  errors: [404],
});
