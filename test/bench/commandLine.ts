import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { Failure } from '../host/failure.js';
import { repositoryPath } from '../host/repositoryPath.js';
import { temporaryFolder } from '../host/temporaryFolder.js';

/** What one run of a program took. */
interface RunCost {
  readonly milliseconds: number;
  /** Its peak, in MiB. */
  readonly memory: number;
}

/** The runs of the command line, and in turn with them those of the bare script. */
export interface CommandCosts {
  readonly ours: readonly RunCost[];
  readonly bare: readonly RunCost[];
}

/** Writes the peak of its memory to the pipe behind stderr when it ends. */
const peak =
  "data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))";

/** Starts each program in turn, some of which write below a folder that is emptied before. */
export async function measureCommands(rounds: number): Promise<Readonly<Record<string, CommandCosts>>> {
  const { path: folder } = await temporaryFolder('command-bench');
  const lists = { thousand: recordsOf(1_000), tenThousand: recordsOf(10_000) };
  const servers = { thousand: await serve(lists.thousand), tenThousand: await serve(lists.tenThousand) };
  const pulled = join(folder, 'pulled');
  const program = repositoryPath('out', 'cli', 'netsensor.js');
  try {
    await mkdir(pulled, { recursive: true });
    await runProgram([program, '-C', pulled, 'pull'], addressOf(servers.thousand));
    const scripts = await writeScripts(folder);
    const into = (name: string) => join(folder, name);
    const cases = {
      help: { ours: [program, '--help'], bare: ['-e', '0'], server: servers.thousand },
      plan: {
        ours: [program, '-C', pulled, 'plan'],
        bare: [scripts.plan, pulled],
        server: servers.thousand,
      },
      validate: {
        ours: [program, '-C', pulled, 'validate'],
        bare: [scripts.validate, pulled],
        server: servers.thousand,
      },
      pull: {
        ours: [program, '-C', into('ours'), 'pull'],
        bare: [scripts.pull, into('bare')],
        server: servers.tenThousand,
      },
    };
    const costs = Object.fromEntries(
      Object.keys(cases).map(name => [name, { ours: [] as RunCost[], bare: [] as RunCost[] }]),
    );
    for (let round = 0; round < rounds; round += 1)
      for (const [name, { ours, bare, server }] of Object.entries(cases))
        for (const [whose, args] of Object.entries({ ours, bare })) {
          for (const written of ['ours', 'bare']) {
            await rm(into(written), { recursive: true, force: true });
            await mkdir(into(written));
          }
          costs[name]?.[whose as 'ours'].push(await runProgram(args, addressOf(server)));
        }
    return costs;
  } finally {
    for (const server of Object.values(servers)) server.close();
  }
}

async function runProgram(args: readonly string[], address: string): Promise<RunCost> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', peak, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, NETSENSOR_URL: address, NETSENSOR_API_KEY: 'bench' },
  });
  const errors = text(child.stderr!);
  const memory = text(child.stdio[3] as NodeJS.ReadableStream);
  const [code] = (await once(child, 'exit')) as [number];
  const milliseconds = performance.now() - started;
  if (code !== 0) throw new Failure(`${args.join(' ')} ended with ${code}: ${await errors}`);
  return { milliseconds, memory: Number(await memory) / 1024 };
}

/** Records with references, of which a third are racks. */
function recordsOf(count: number): Readonly<Partial<Record<InventoryType, readonly object[]>>> {
  const ids = Array.from({ length: count / 5 }, (_, at) => at + 1);
  const description = 'Stands in the second room on the left, behind the door with the yellow sign.';
  return {
    racks: ids.map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 })),
    rack_reservations: ids.map(id => ({ id, rack_id: id, units: '1,2,3', description })),
    tags: ids.map(id => ({ id, name: `Tag ${id}`, slug: `tag-${id}`, color: 'aa1409', description })),
    power_panels: ids.map(id => ({ id, name: `Panel ${id}`, description })),
    power_feeds: ids.map(id => ({ id, name: 'Feed A', power_panel_id: id, voltage: 230, amperage: 16 })),
  };
}

async function serve(lists: ReturnType<typeof recordsOf>): Promise<Server> {
  const bodies = new Map<string, string>();
  const server = createServer((request, response) => {
    const type = new URL(request.url ?? '', 'http://host').pathname.split('/').at(-1) ?? '';
    const rows = isInventoryType(type) ? (lists[type] ?? []) : [];
    const body = bodies.get(type) ?? JSON.stringify({ query: true, [type]: rows });
    bodies.set(type, body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** What somebody would write who needs nothing but these requests, and these files. */
async function writeScripts(folder: string): Promise<Readonly<Record<'plan' | 'validate' | 'pull', string>>> {
  const read = `
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
const root = process.argv[2];
const readAll = () => readdirSync(root + '/inventory').map(type =>
  readdirSync(root + '/inventory/' + type).map(name =>
    JSON.parse(readFileSync(root + '/inventory/' + type + '/' + name, 'utf8'))));
const types = ['racks', 'rack_roles', 'rack_types', 'rack_reservations', 'contacts', 'contact_groups', 'contact_roles',
  'power_panels', 'power_feeds', 'tags', 'table_configs', 'account_keys', 'wireless_lans', 'wireless_lan_groups'];
const ask = async type =>
  (await fetch(process.env.NETSENSOR_URL + '/api/v1/inventory/' + type + '?auth_token=bench')).json();
`;
  const bodies = {
    plan: 'await Promise.all(types.map(ask)); readAll();',
    validate: 'readAll();',
    pull: `
const answers = await Promise.all(types.map(ask));
types.forEach((type, at) => {
  const folder = root + '/inventory/' + type;
  mkdirSync(folder, { recursive: true });
  for (const { id, ...fields } of answers[at][type])
    writeFileSync(folder + '/' + id + '.json',
      JSON.stringify({ $schema: '../../schemas/' + type + '.json', ...fields }, null, 2) + '\\n');
});`,
  };
  const paths = { plan: '', validate: '', pull: '' };
  for (const name of ['plan', 'validate', 'pull'] as const) {
    paths[name] = join(folder, `${name}.mjs`);
    await writeFile(paths[name], read + bodies[name]);
  }
  return paths;
}
