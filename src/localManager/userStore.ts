import type { Database } from './database.js';

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
}

/** The users of a manager; kept in memory because every request asks for them. */
export class UserStore {
  private constructor(private readonly users: readonly StoredUser[]) {}

  static async load(database: Database): Promise<UserStore> {
    return new UserStore(
      await database.read(session => session.rows<StoredUser>('SELECT * FROM users ORDER BY id')),
    );
  }

  /** All users, in the order of their ids. */
  all(): readonly StoredUser[] {
    return this.users;
  }

  /**
   * The super administrator, whose key the manager prints when it starts.
   * @throws when the data holds none
   */
  administrator(): StoredUser {
    const user = this.users.find(each => each.admin);
    if (!user) throw new Error('The data folder holds no administrator; start with --fresh.');
    return user;
  }
}
