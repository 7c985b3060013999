import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../store/database.js';
import { notFound, unauthorized } from '../http/errors.js';

/** A user as it is stored (contract 001, User record). */
export interface StoredUser {
  readonly id: number;
  readonly email: string;
  readonly login: string;
  readonly admin: boolean;
  readonly name: string;
  readonly enabled: boolean;
  readonly authentication_token: string;
  /** Id of the user's top domain. */
  readonly sensor_id: number;
  /** What the user may do below the top domain; super administrators may do everything. Not part of any answer. */
  readonly rights: 'manage' | 'read';
}

/** A new API key: 20 characters of A–Z, a–z, 0–9, - and _ (field notes §1.3). */
export const newApiKey = (): string => randomBytes(15).toString('base64url');

/** The users of a manager; kept in memory because every request asks for them. */
export class UserStore {
  private readonly byDigest: Map<string, StoredUser>;

  private constructor(
    private readonly database: Database,
    users: readonly StoredUser[],
  ) {
    this.byDigest = new Map(users.map(user => [digestOf(user.authentication_token), user]));
  }

  static async load(database: Database): Promise<UserStore> {
    const users = await database.read(session => session.rows<StoredUser>('SELECT * FROM users ORDER BY id'));
    return new UserStore(database, users);
  }

  /** All users, in the order of their ids. */
  all(): StoredUser[] {
    return [...this.byDigest.values()].sort((a, b) => a.id - b.id);
  }

  /**
   * The user who owns an API key. Keys are found by their digest, so that how long it takes tells nothing about them.
   */
  byKey(key: string): StoredUser | undefined {
    return this.byDigest.get(digestOf(key));
  }

  /**
   * The super administrator, whose key the manager prints when it starts.
   * @throws when the data holds none
   */
  administrator(): StoredUser {
    const user = this.all().find(each => each.admin);
    if (!user) throw new Error('The data folder holds no administrator; start with --fresh.');
    return user;
  }

  /**
   * Gives a user a new API key; the old one is invalid from then on (contract 001, Users).
   * @throws HttpProblem 404, or 401 when the caller is neither the user nor a super administrator (field notes §1.0, key
   * renewal)
   */
  async renewKey(caller: StoredUser, id: number): Promise<string> {
    const user = this.all().find(each => each.id === id);
    if (!user) throw notFound();
    if (!caller.admin && caller.id !== id) throw unauthorized();
    const key = newApiKey();
    await this.database.write(session =>
      session.run('UPDATE users SET authentication_token = $1 WHERE id = $2', [key, id]),
    );
    for (const [digest, each] of this.byDigest) if (each.id === id) this.byDigest.delete(digest);
    this.byDigest.set(digestOf(key), { ...user, authentication_token: key });
    return key;
  }
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64');
