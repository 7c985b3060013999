import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'undici';
import { Failure } from '../host/failure.js';
import { withManager, type Served } from './managerProcess.js';
import { mebibytes, memoryOf } from './processMemory.js';

/** What a tree answer costs the manager. Sizes are in MiB, times in milliseconds. */
export interface TreeCost {
  readonly nodes: number;
  readonly accessPoints: number;
  /** Overwriting an empty domain with all nodes, in one transaction. */
  readonly overwrite: number;
  readonly answerSize: number;
  /** From the request to the last byte; each in a manager that has just started. */
  readonly times: readonly number[];
  /** Processor time of the manager for each answer; other programs on the machine do not add to it. */
  readonly processorTimes: readonly number[];
  /** Highest memory of the manager while it answers, above what it had before. */
  readonly memoryAboveIdle: readonly number[];
}

const rounds = 5;
const topDomain = '/api/v1/sensors/tree';
const domainsOfTop = 100;
const placesOfDomain = 10;
const floorsOfPlace = 99;

/**
 * Fills a manager with 100,000 nodes over HTTP, then asks managers started on that data for the tree.
 * @param serve arguments that make Node serve the data of the folder
 * @throws Failure where the memory of another process cannot be read
 */
export async function measureTree(serve: readonly string[]): Promise<TreeCost> {
  if (process.platform !== 'linux') throw new Failure('Run the tree bench on Linux; it reads /proc.');
  const overwrite = await withManager(serve, async manager => {
    const { sensor } = JSON.parse(await post(manager, 'domain', { name: 'Many places' })) as {
      sensor: { uuid: string };
    };
    const body = treeBody();
    const started = performance.now();
    await post(manager, `${sensor.uuid}/override_all`, body);
    return performance.now() - started;
  });
  const costs = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await withManager(serve, readTree));
  return {
    nodes: domainsOfTop * (1 + placesOfDomain * (1 + floorsOfPlace)),
    accessPoints: domainsOfTop * placesOfDomain * 10,
    overwrite: Math.round(overwrite),
    answerSize: mebibytes(Math.max(...costs.map(({ bytes }) => bytes))),
    times: costs.map(({ time }) => Math.round(time)),
    processorTimes: costs.map(({ processorTime }) => processorTime),
    memoryAboveIdle: costs.map(({ memory }) => mebibytes(memory)),
  };
}

async function post({ url, key }: Served, path: string, body: object): Promise<string> {
  const answer = await request(`${url}/api/v1/sensors/${path}?auth_token=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Failure(`The tree could not be written: ${text.slice(0, 300)}`);
  return text;
}

async function readTree({ url, key, pid }: Served) {
  await (await request(`${url}/api/v1/inventory/racks?auth_token=${key}`)).body.dump();
  const idle = await memoryOf(pid, 'VmRSS');
  // Writing 5 sets the peak back to the present size: proc(5), clear_refs.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await processorTimeOf(pid);
  const started = performance.now();
  const { body } = await request(`${url}${topDomain}?auth_token=${key}`);
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) bytes += piece.length;
  const time = performance.now() - started;
  const processorTime = (await processorTimeOf(pid)) - before;
  return { bytes, time, processorTime, memory: (await memoryOf(pid, 'VmHWM')) - idle };
}

/** Milliseconds of processor time that a process used: utime and stime of proc(5), in hundredths of a second. */
async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Organizations, buildings in them, and floors; the first floor of each building has ten access points. */
function treeBody(): object {
  const count = <T>(length: number, make: (index: number) => T) =>
    Array.from({ length }, (_, index) => make(index));
  const mac = (number: number) =>
    `0e:00:${number.toString(16).padStart(8, '0').match(/../g)?.join(':') ?? ''}`;
  let points = 0;
  const accessPoints = () => count(10, () => ({ name: `ap-${(points += 1)}`, mac_address: mac(points) }));
  const floors = (building: string) =>
    count(floorsOfPlace, floor => ({
      name: `${building} floor ${floor}`,
      domain_type: 101,
      ...(floor === 0 && { access_points: accessPoints() }),
    }));
  const buildings = (domain: number) =>
    count(placesOfDomain, place => {
      const name = `Building ${domain}-${place}`;
      return { name, domain_type: 5, children: floors(name) };
    });
  const organizations = count(domainsOfTop, domain => ({
    name: `Organization ${domain}`,
    domain_type: 2,
    children: buildings(domain),
  }));
  return { sensor: { children: organizations } };
}
