import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { largeTree, type LargeSensor } from './largeTree.js';

/** What a process that serves a tree says of it in its first line. */
export interface ServedTree {
  readonly url: string;
  readonly bytes: number;
  /** Sensors from all over the tree that have nothing below them. */
  readonly leaves: readonly ServedNode[];
  /** Domains from all over the tree with 40 access points each. */
  readonly floors: readonly ServedNode[];
}

/** A node of a tree, by its uuid and that of what it stands below. */
export interface ServedNode {
  readonly uuid: string;
  readonly parentUuid: string;
  readonly name: string;
}

/** Serves a tree from which nodes can be deleted, and each branch of it, until the process is ended. */
export async function serveDeletions(nodes: number): Promise<never> {
  const top = largeTree(nodes);
  const all = new Map(placedIn(top).map(placed => [placed.node.uuid, placed]));
  const wholeNow = () => answerOf(top);
  let whole: Buffer | undefined = wholeNow();
  const bytes = whole.length;
  const answer = ({ url = '', method }: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = url.split('?');
    const uuid =
      /^\/api\/v1\/sensors\/(\d+)/.exec(path)?.[1] ?? (path.endsWith('/sensors/tree') ? top.uuid : '');
    const placed = all.get(uuid);
    response.setHeader('content-type', 'application/json');
    response.statusCode = placed ? 200 : 404;
    if (!placed) return response.end('{"query":false}');
    if (method === 'GET') return response.end(placed.above ? answerOf(placed.node) : (whole ??= wholeNow()));
    placed.above?.children.splice(placed.above.children.indexOf(placed.node), 1);
    all.delete(uuid);
    whole = undefined;
    return response.end('{"query":true}');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const served = (isMeant: (node: LargeSensor) => boolean) =>
    [...all.values()].flatMap(({ node, above }) =>
      above && isMeant(node) ? { uuid: node.uuid, name: node.name, parentUuid: above.uuid } : [],
    );
  const tree: ServedTree = {
    url: `http://127.0.0.1:${port}`,
    bytes,
    leaves: served(({ type }) => type === 5),
    floors: served(({ access_points: points }) => points?.length === 40),
  };
  console.log(JSON.stringify(tree));
  return delay(2 ** 31 - 1) as Promise<never>;
}

/** All domains and sensors of a tree with what they stand below, in the order of one that takes branches as they come. */
function placedIn(top: LargeSensor): { node: LargeSensor; above: LargeSensor | undefined }[] {
  const placed: { node: LargeSensor; above: LargeSensor | undefined }[] = [{ node: top, above: undefined }];
  for (const { node } of placed) placed.push(...node.children.map(child => ({ node: child, above: node })));
  return placed;
}

const answerOf = (sensor: LargeSensor) => Buffer.from(JSON.stringify({ query: true, sensor }));
