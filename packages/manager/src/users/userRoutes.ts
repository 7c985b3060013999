import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { listValue } from '@duckdb/node-api';
import { callerOf } from './auth.js';
import { csvType, csvText } from '../http/csv.js';
import type { Database, SqlSession } from '../store/database.js';
import { idOf } from '../http/requestFields.js';
import { answered, userAnswer } from '../openApi/answers.js';
import { inSection, textAnswer } from '../openApi/documented.js';
import { unauthorized } from '../http/errors.js';
import type { UserStore, StoredUser } from './userStore.js';

const about = inSection('Users');

interface OfUser {
  readonly Params: { readonly id: string };
}

const renewal = '/api/v1/users/:id/recreate_api_key';

/** The user list and key renewal (contract 001, Users). */
export function userRoutes(
  app: FastifyInstance,
  { database, users }: { database: Database; users: UserStore },
): void {
  app.get('/api/v1/users', { schema: listOperation, preHandler: superAdministratorsOnly }, async () => ({
    query: true,
    users: await database.read(session => userRows(session, users.all())),
  }));

  app.get(
    '/api/v1/users.csv',
    { schema: csvOperation, preHandler: superAdministratorsOnly },
    async (_, reply) => reply.type(csvType).send(userCsv(users.all())),
  );

  const renew = async (request: FastifyRequest<OfUser>) => ({
    query: true,
    auth_token: await users.renewKey(callerOf(request), idOf(request.params.id)),
  });
  // A HEAD request must not renew anything.
  app.get<OfUser>(renewal, { schema: renewOperation, exposeHeadRoute: false }, renew);
  // One published example sends PATCH (field notes §1.0).
  app.patch<OfUser>(renewal, { schema: { hide: true } }, renew);
}

/** Others get 401 (contract 001, Authentication, rule 3). */
async function superAdministratorsOnly(request: FastifyRequest): Promise<void> {
  if (!callerOf(request).admin) throw unauthorized();
}

const listOperation = about('List all users', {
  description: 'For super administrators only.',
  answer: answered({ users: z.array(userAnswer) }),
  documentedPath: '/api/v1/users.json',
});

const csvOperation = about('List all users as CSV', {
  description: 'For super administrators only.',
  answer: textAnswer('Name, Email, ID, Login, Admin, Enabled, Authentication_token, Sensor_ID'),
});

const renewOperation = about("Renew a user's API key", {
  description: 'The old key is invalid at once. For the user and super administrators.',
  path: { id: 'Id of the user.' },
  answer: answered({ auth_token: z.string().describe('The new API key.') }),
  errors: [404],
});

/** The rows of users with name and uuid of their top domains, keys in the published order (contract 001, User record). */
async function userRows(session: SqlSession, users: readonly StoredUser[]): Promise<object[]> {
  const tops = await session.rows<{ id: number; name: string; uuid: string }>(
    'SELECT id, name, uuid FROM sensors WHERE id IN (SELECT unnest($1::INTEGER[]))',
    [listValue(users.map(user => user.sensor_id))],
  );
  const byId = new Map(tops.map(top => [top.id, top]));
  return users.map(({ rights: _rights, ...user }) => ({
    ...user,
    sensor_name: byId.get(user.sensor_id)?.name ?? null,
    sensor_uuid: byId.get(user.sensor_id)?.uuid ?? null,
  }));
}

/** Header as published (field notes §1.3). */
const csvHeader = ['Name', 'Email', 'ID', 'Login', 'Admin', 'Enabled', 'Authentication_token', 'Sensor_ID'];

/** The user list as CSV (field notes §1.3). */
export const userCsv = (users: readonly StoredUser[]): string =>
  csvText(
    csvHeader,
    users.map(user => csvHeader.map(title => user[title.toLowerCase() as keyof StoredUser])),
  );
