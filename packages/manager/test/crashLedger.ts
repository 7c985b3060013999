import type { Json } from './testManager.js';

/** Asks the manager; throws when it did not answer. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<Json>;

/** A kind of record that is written while the manager is killed; a record is known by its key and holds a name. */
export interface Kind {
  readonly create: (ask: Ask, name: string) => Promise<{ key: string; id: number }>;
  readonly rename: (ask: Ask, key: string, name: string) => Promise<unknown>;
  readonly remove: (ask: Ask, key: string) => Promise<unknown>;
  /** Names by key of all records. */
  readonly all: (ask: Ask) => Promise<Map<string, string>>;
}

/** A write that was sent and not yet answered: its record, and what the record is when it took effect. */
interface OpenWrite {
  readonly key: string | undefined;
  readonly name: string | undefined;
}

const prefix = 'Crash';

/** What the manager has acknowledged, and what may or may not have taken effect. */
export class CrashLedger {
  /** Names by key; undefined for a record that was deleted. */
  private readonly known = new Map<string, string | undefined>();
  private readonly open = new Set<OpenWrite>();
  highestId = 0;
  acknowledged = 0;

  constructor(private readonly kind: Kind) {}

  /** Creates, renames and now and then deletes records until the manager is gone. */
  async writeUntilGone(ask: Ask, client: string): Promise<void> {
    try {
      for (let count = 0; ; count += 1) {
        const name = `${prefix} ${client} ${count}`;
        const key = await this.write({ key: undefined, name }, async () => {
          const made = await this.kind.create(ask, name);
          this.highestId = Math.max(this.highestId, made.id);
          return made.key;
        });
        await this.write({ key, name: `${name} renamed` }, async () => {
          await this.kind.rename(ask, key, `${name} renamed`);
          return key;
        });
        if (count % 3 !== 0) continue;
        await this.write({ key, name: undefined }, async () => {
          await this.kind.remove(ask, key);
          return key;
        });
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** Sentences about everything that is not as it was acknowledged; what was open is settled by what is found. */
  async differences(ask: Ask): Promise<string[]> {
    const found = await this.kind.all(ask);
    const wrong: string[] = [];
    for (const [key, name] of this.known) {
      const allowed = [name, ...[...this.open].filter(write => write.key === key).map(write => write.name)];
      const now = found.get(key);
      if (!allowed.includes(now)) wrong.push(`${key} is ${now}, acknowledged was ${allowed.join(' or ')}`);
      this.known.set(key, now);
    }
    for (const [key, name] of found) {
      if (this.known.has(key) || !name.startsWith(prefix)) continue;
      const isOpen = [...this.open].some(write => write.key === undefined && write.name === name);
      if (!isOpen) wrong.push(`${key} is ${name}, which nobody created`);
      this.known.set(key, name);
    }
    this.open.clear();
    return wrong;
  }

  private async write(what: OpenWrite, send: () => Promise<string>): Promise<string> {
    this.open.add(what);
    const key = await send();
    this.open.delete(what);
    this.known.set(key, what.name);
    this.acknowledged += 1;
    return key;
  }
}

/** fetch says so in these words when no answer came or the connection broke in the middle of one. */
const isGone = (error: unknown): boolean =>
  error instanceof TypeError && /fetch failed|terminated/.test(error.message);
