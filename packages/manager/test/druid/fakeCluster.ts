import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is sent to an overlord as a task, as far as tests look at it. */
export interface TakenTask {
  readonly id: string;
  readonly spec: {
    readonly dataSchema: {
      readonly dataSource: string;
      readonly granularitySpec: { readonly segmentGranularity: string; readonly intervals: string[] };
      readonly metricsSpec: { readonly type: string; readonly name: string }[];
    };
    readonly ioConfig: {
      readonly appendToExisting: boolean;
      readonly inputSource: { readonly type: string; readonly data: string; readonly baseDir: string };
    };
  };
}

export interface FakeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a request is about; queries by their type. */
export type Asked = 'task' | 'status' | 'shutdown' | 'timeBoundary' | 'timeseries';

/** What a cluster does that is not what the usual one does. */
export interface Behaviour {
  /** An answer other than the usual one, none at all, or the end of the connection, after which the task is taken. */
  readonly instead?: (asked: Asked) => FakeAnswer | 'silence' | 'break' | undefined;
  /** Times of the oldest and the newest row, of every data source. */
  readonly boundary?: readonly [string, string];
  /** The answer to a task instead of its id. */
  readonly refusal?: FakeAnswer;
  /** How tasks are, instead of done. */
  readonly status?: Readonly<Record<string, unknown>>;
  /** Called when somebody looks how a task is. */
  readonly looked?: () => void;
  /** Called with each task, before it is answered. */
  readonly taken?: (task: TakenTask) => void;
}

/** A router that answers as a cluster does whose tasks are done at once, and that remembers what it was asked. */
export async function startFakeCluster(behaviour: Behaviour = {}) {
  const tasks: TakenTask[] = [];
  const shutDown: string[] = [];
  const take = (task: TakenTask): FakeAnswer => {
    if (tasks.some(({ id }) => id === task.id))
      return { status: 400, body: { error: `Task [${task.id}] already exists` } };
    tasks.push(task);
    behaviour.taken?.(task);
    return behaviour.refusal ?? { status: 200, body: { task: task.id } };
  };
  const answerOf = (asked: Asked, path: string, body: string): FakeAnswer => {
    if (asked === 'task') return take(JSON.parse(body) as TakenTask);
    const id = decodeURIComponent(path.split('/').at(-2) ?? '');
    if (asked === 'shutdown') {
      shutDown.push(id);
      return { status: 200, body: {} };
    }
    if (asked === 'status') {
      behaviour.looked?.();
      if (!tasks.some(task => task.id === id)) return { status: 404 };
      return { status: 200, body: { status: behaviour.status ?? { statusCode: 'SUCCESS' } } };
    }
    return { status: 200, body: rowsAnswer(JSON.parse(body) as Query, tasks, behaviour) };
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const path = request.url ?? '';
      const asked = askedBy(path, body);
      const instead = behaviour.instead?.(asked);
      if (instead === 'silence') return;
      const {
        status,
        body: answer,
        headers,
      } = typeof instead === 'object' ? instead : answerOf(asked, path, body);
      if (instead === 'break') return void response.destroy();
      response.writeHead(status, headers).end(answer === undefined ? '' : JSON.stringify(answer));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise(resolve => server.close(resolve).closeAllConnections());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tasks, shutDown, stop };
}

function askedBy(path: string, body: string): Asked {
  if (path === '/druid/indexer/v1/task') return 'task';
  const [, ofTask] = /^\/druid\/indexer\/v1\/task\/[^/]+\/(status|shutdown)$/.exec(path) ?? [];
  return (ofTask ?? (JSON.parse(body) as Query).queryType) as Asked;
}

interface Query {
  readonly queryType: string;
  readonly dataSource: string;
}

function rowsAnswer({ queryType, dataSource }: Query, tasks: readonly TakenTask[], { boundary }: Behaviour) {
  if (queryType !== 'timeBoundary') {
    const texts = tasks
      .filter(({ spec }) => spec.dataSchema.dataSource === dataSource)
      .map(({ spec }) => spec.ioConfig.inputSource.data);
    return [{ result: { rows: texts.flatMap(text => text.split('\n')).length } }];
  }
  if (!boundary) return [];
  const [minTime, maxTime] = boundary;
  return [{ timestamp: minTime, result: { minTime, maxTime } }];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const piece of request) text += piece;
  return text;
}
