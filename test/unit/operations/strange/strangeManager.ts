import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A record as a manager keeps it. */
export type Stored = Record<string, unknown>;

export interface StoredNode extends Stored {
  uuid: string;
  name: string;
  children: StoredNode[];
  access_points: Stored[];
}

/** What a manager makes of a write. */
export type Effect =
  | 'none'
  | 'done'
  /** Half of what was asked for, and never the rest. */
  | 'part'
  /** Names in capitals and MAC addresses with dashes. */
  | 'otherSpelling'
  /** Another name than was sent. */
  | 'otherName'
  /** Below the top domain, wherever it was to be. */
  | 'otherPlace'
  /** What was not sent loses its description. */
  | 'clearsBesides'
  /** What is deleted, or written, counts as gone and stays in the tree. */
  | 'marksAsGone'
  /** By the time of so many reads after the write. */
  | { readonly after: number };

/** How it answers, given the answer that it would have given by itself. */
export type Answering = (own: unknown) => { readonly status: number; readonly body?: unknown } | 'cut';

/** How the next write is taken. */
export interface Behaviour {
  readonly effect: Effect;
  readonly answer: Answering;
  /** Whether the tree shows uuids and ids as numbers and parents by another name. */
  readonly isShownOtherwise?: boolean;
}

const node = (uuid: string, name: string, more: Partial<StoredNode> = {}): StoredNode => ({
  uuid,
  name,
  type: 1,
  domain_type: 1,
  megabytes_limit: 7,
  snmp_community: 'wide',
  children: [],
  access_points: [],
  ...more,
});

const point = (id: number, name: string): Stored => ({
  id,
  name,
  mac_address: `00:00:00:00:00:0${id}`,
  description: `about ${name}`,
  status: 1,
});

const firstTree = (): StoredNode =>
  node('1', 'root', {
    children: [
      node('2', 'Site', {
        children: [
          node('3', 'Floor', { access_points: [point(1, 'Lobby'), point(2, 'Hall')] }),
          node('4', 'Edge', { type: 5, domain_type: undefined, ip: '10.0.0.1' }),
        ],
      }),
      node('5', 'Store'),
    ],
  });

/** A manager in memory that does and answers as told: only what the operations of nodes and keys need. */
export class StrangeManager {
  tree = firstTree();
  keys: Record<string, string> = { 1: 'key-of-admin', 2: 'key-of-other' };
  behaviour: Behaviour = { effect: 'done', answer: own => ({ status: 200, body: own }) };
  writes = 0;
  private pending: (() => void) | undefined;
  private readsUntil = 0;
  private readonly server = createServer((request, response) => void this.handle(request, response));

  async start(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  /** As it was in the beginning, and from the next write on as told. */
  begin(behaviour: Behaviour): void {
    Object.assign(this, { tree: firstTree(), writes: 0, pending: undefined, behaviour });
    this.keys = { 1: 'key-of-admin', 2: 'key-of-other' };
  }

  /** Does what it was still to do. */
  end(): void {
    this.pending?.();
    this.pending = undefined;
  }

  /** All nodes that do not count as gone. */
  nodes(from = this.tree): StoredNode[] {
    return from.is_deleted ? [] : [from, ...from.children.flatMap(child => this.nodes(child))];
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://manager');
    const path = url.pathname.replace(/^\/api\/v1|\.json$/g, '');
    const body = await text(request);
    const send = (status: number, answer?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 || answer === undefined ? '' : JSON.stringify(answer));
    };
    if (!Object.values(this.keys).includes(url.searchParams.get('auth_token') ?? ''))
      return send(401, { error: 'Who is that?' });
    if (request.method === 'GET' && !path.endsWith('/recreate_api_key')) {
      if (this.pending && (this.readsUntil -= 1) <= 0) this.end();
      const found = this.read(path);
      return found ? send(200, found) : send(404, { error: 'Not found' });
    }
    this.writes += 1;
    const own = this.write({
      method: request.method ?? '',
      path,
      body: body ? (JSON.parse(body) as Stored) : {},
    });
    const answer = this.behaviour.answer(own);
    if (answer === 'cut') return void request.socket.destroy();
    send(answer.status, answer.body);
  }

  private read(path: string): unknown {
    if (path === '/users') {
      const user = ([id, key]: [string, string]) => ({
        id: Number(id),
        name: `U${id}`,
        authentication_token: key,
      });
      return { users: Object.entries(this.keys).map(user) };
    }
    const uuid = /^\/sensors\/(\d+)\/tree$/.exec(path)?.[1];
    const found = uuid === undefined ? this.tree : this.find(uuid);
    return found && { sensor: this.behaviour.isShownOtherwise ? shownOtherwise(found) : found };
  }

  /** @returns what it answers where it tells the truth */
  private write(asked: { method: string; path: string; body: Stored }): unknown {
    const { effect } = this.behaviour;
    if (effect === 'none') return written(asked.body);
    if (typeof effect === 'object') {
      this.pending = () => void this.perform({ ...asked, effect: 'done' });
      this.readsUntil = effect.after;
      return written(asked.body);
    }
    return this.perform({ ...asked, effect });
  }

  private perform({
    method,
    path,
    body,
    effect,
  }: {
    method: string;
    path: string;
    body: Stored;
    effect: Effect;
  }): unknown {
    const [, root, first = '', second = ''] = path.split('/');
    const last = path.slice(path.lastIndexOf('/') + 1);
    if (root === 'users') return { auth_token: (this.keys[first] = `new-key-of-${first}-1234567`) };
    if (last === 'override_all') return this.overwrite(first, body, effect);
    if (last === 'override') return this.override(first, body, effect);
    if (method === 'DELETE')
      return this.remove(root ?? '', { uuid: first, isPoints: second !== '', body, effect });
    if (method === 'POST' && root === 'sensors') {
      const made = node('9', '', {
        domain_type: undefined,
        ...bent(body, effect),
        type: first === 'flow' ? 5 : 1,
      });
      made.uuid = typeof body.uuid === 'string' ? body.uuid : '9';
      this.place(made, effect === 'otherPlace' ? '1' : String(body.parent_uuid), effect);
      return { sensor: made };
    }
    if (method === 'POST') {
      const made = { id: 9, ...bent(body, effect) };
      this.parentFor(effect, body.sensor_uuid).access_points.push(
        effect === 'marksAsGone' ? gone(made) : made,
      );
      return { ap: made };
    }
    return this.modify(root ?? '', { named: first, body, effect });
  }

  private modify(
    root: string,
    { named, body, effect }: { named: string; body: Stored; effect: Effect },
  ): unknown {
    const list = root === 'sensors' ? 'children' : 'access_points';
    const names = [named, decodeURIComponent(named)];
    const isNamed = (one: Stored) =>
      [one.uuid, one.id, one.mac_address].some(value => names.includes(String(value)));
    const owner = this.nodes().find(each => (each[list] as Stored[]).some(isNamed));
    const record = (owner?.[list] as Stored[] | undefined)?.find(isNamed);
    if (!owner || !record) return {};
    const { parent_uuid: parent, sensor_uuid: sensor, ...fields } = bent(body, effect);
    Object.assign(record, effect === 'part' ? firstField(fields) : fields);
    if (effect === 'clearsBesides') for (const name of kept) if (name in record) record[name] = null;
    if (effect === 'marksAsGone') Object.assign(record, gone(record));
    const to = parent ?? sensor;
    if (to !== undefined && effect !== 'part') {
      Object.assign(owner, { [list]: (owner[list] as Stored[]).filter(one => one !== record) });
      (this.parentFor(effect, to)[list] as Stored[]).push(record);
    }
    return root === 'sensors' ? { sensor: record } : { query: true };
  }

  private remove(
    root: string,
    { uuid, isPoints, body, effect }: { uuid: string; isPoints: boolean; body: Stored; effect: Effect },
  ): unknown {
    const macs = ((body.access_points ?? []) as Stored[]).map(({ mac_address: mac }) => mac);
    const isChosen = (one: Stored) =>
      root === 'access_points' ? macs.includes(one.mac_address) : !isPoints && one.uuid === uuid;
    const inside = isPoints ? this.nodes(this.find(uuid)) : [];
    let left = effect === 'part' ? 1 : Infinity;
    const goes = (one: Stored, owner: StoredNode) =>
      (isChosen(one) || (inside.includes(owner) && !('children' in one))) && (left -= 1) >= 0;
    for (const owner of this.nodes())
      for (const list of ['children', 'access_points'] as const) {
        const kept = (owner[list] as Stored[]).flatMap(one =>
          goes(one, owner) ? (effect === 'marksAsGone' ? [gone(one)] : []) : [one],
        );
        Object.assign(owner, { [list]: kept });
      }
    return { query: true };
  }

  /** What it means for the one domain that is overwritten: its children, by uuid where they have one. */
  private overwrite(uuid: string, body: Stored, effect: Effect): unknown {
    const domain = this.find(uuid);
    if (!domain) return {};
    const wanted = ((body.sensor as Stored).children ?? []) as Stored[];
    const made = wanted.map((child, at) => {
      const known = domain.children.find(each => each.uuid === child.uuid);
      const fields = effect === 'part' && at > 0 ? {} : bent(child, effect);
      const { children: _, access_points: __, ...own } = fields;
      return Object.assign(known ?? node(`9${at}`, String(child.name)), own);
    });
    domain.children = effect === 'part' ? [...new Set([...made, ...domain.children])] : made;
    return { query: true };
  }

  private override(uuid: string, body: Stored, effect: Effect): unknown {
    for (const each of this.nodes(this.find(uuid))) each.access_points = [];
    const list = (body.access_points as Stored[]).slice(0, effect === 'part' ? 1 : undefined);
    const made = list.map((each, at) => ({ id: 50 + at, ...bent(each, effect) }));
    this.parentFor(effect, uuid).access_points.push(...made);
    return { query: true };
  }

  private place(made: StoredNode, uuid: string, effect: Effect): void {
    if (effect === 'marksAsGone') Object.assign(made, gone(made));
    this.parentFor('done', uuid).children.push(made);
  }

  private parentFor(effect: Effect, uuid: unknown): StoredNode {
    return (effect === 'otherPlace' ? undefined : this.find(String(uuid))) ?? this.tree;
  }

  private find(uuid: string): StoredNode | undefined {
    return this.nodes().find(each => each.uuid === uuid);
  }
}

/** What no operation changes, and a manager may clear besides. */
export const kept = ['megabytes_limit', 'snmp_community', 'description'];

const gone = <T extends Stored>(record: T): T => ({ ...record, is_deleted: true });

const firstField = (fields: Stored): Stored => Object.fromEntries(Object.entries(fields).slice(0, 1));

/** What is answered of a record that was not stored. */
const written = (fields: Stored): unknown => ({
  sensor: { uuid: '9', ...fields },
  id: 9,
  auth_token: undefined,
});

/** The fields of a write as they are stored. */
function bent(fields: Stored, effect: Effect): Stored {
  const { name, mac_address: mac } = fields;
  if (effect === 'otherSpelling')
    return {
      ...fields,
      ...(typeof name === 'string' ? { name: name.toUpperCase() } : {}),
      ...(typeof mac === 'string' ? { mac_address: mac.replaceAll(':', '-').toUpperCase() } : {}),
    };
  return effect === 'otherName' && name !== undefined ? { ...fields, name: 'Something else' } : fields;
}

/** The same tree in other words. */
function shownOtherwise({ uuid, children, access_points: points, ...rest }: StoredNode): Stored {
  return {
    ...rest,
    uuid: Number(uuid),
    real_parent_id: 7,
    children: children.map(shownOtherwise),
    access_points: points.map(each => ({ ...each, id: String(each.id), sensor_name: 'somewhere' })),
  };
}
