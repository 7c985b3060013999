import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A tree answer of this many records, in the layout of the published sample (field notes §1.1). */
const size = 100_000;
const pointsOfWarehouse = 3000;
/** How many records every inventory type has. */
const records = 200;

/**
 * Serves the answer under any path until the process is ended, as fast as it is taken, and prints the address as the
 * first line; below the inventory there are small records instead. `/last-byte` says when the last byte of the latest answer was handed to the network.
 */
export async function serveLargeTree(): Promise<never> {
  const answer = Buffer.from(JSON.stringify({ query: true, sensor: largeTree(size) }));
  let lastByte = 0;
  const server = createServer((incoming, response) => {
    response.setHeader('content-type', 'application/json');
    if (incoming.url?.startsWith('/last-byte')) return void response.end(JSON.stringify({ lastByte }));
    const small = smallAnswer(incoming.url ?? '');
    if (small) return void response.end(JSON.stringify(small));
    void send(response, answer).then(() => (lastByte = performance.timeOrigin + performance.now()));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, bytes: answer.length, nodes: size }));
  return delay(2 ** 31 - 1) as Promise<never>;
}

/** The records of any inventory type, one of them, and the tree of a domain that has nothing below it. */
function smallAnswer(url: string): object | undefined {
  const [, area, type = '', id = ''] = /^\/api\/v1\/(inventory|sensors)\/(\w+)(?:\/(\w+))?/.exec(url) ?? [];
  if (area === 'sensors' && type === '1')
    return { query: true, sensor: { ...sensorFields(1, 1, 1), name: 'Small', uuid: type, children: [] } };
  if (area !== 'inventory') return undefined;
  return id === ''
    ? { [type]: Array.from({ length: records }, (_, index) => rack(index + 1)) }
    : { rack: rack(Number(id)) };
}

const rack = (id: number) => ({
  id,
  name: `Rack ${id}`,
  u_height: 42,
  width: 19,
  description: 'Row A. '.repeat(150),
});

/** Resolves when the network took everything. */
async function send(response: ServerResponse, answer: Buffer): Promise<void> {
  const piece = 64 * 1024;
  for (let at = 0; at < answer.length; at += piece) {
    const isTaken = response.write(answer.subarray(at, at + piece));
    if (!isTaken) await new Promise(resolve => response.once('drain', resolve));
  }
  await new Promise<void>(resolve => response.end(resolve));
}

/** A domain or sensor of such a tree. */
export interface LargeSensor {
  readonly id: number;
  readonly name: string;
  readonly uuid: string;
  readonly type: number;
  readonly children: LargeSensor[];
  access_points?: object[];
}

/** Organizations, campuses, floors and access points, so many in all; one warehouse has 3,000 of those. */
export function largeTree(size: number): LargeSensor {
  let made = 0;
  const sensor = (name: string, type: number, domainType: number): LargeSensor => {
    made += 1;
    return { ...sensorFields(made, type, domainType), name, uuid: uuidOf(made), children: [] };
  };
  const fill = (floor: LargeSensor, count: number) => {
    floor.access_points = Array.from({ length: count }, () => accessPoint((made += 1), floor));
  };
  const top = sensor('root', 1, 1);
  const warehouse = sensor('Warehouse', 1, 101);
  top.children.push(warehouse);
  fill(warehouse, pointsOfWarehouse);
  for (let place = 0; made < size - 100; place += 1) {
    const organization = sensor(`Organization ${place}`, 1, 2);
    top.children.push(organization);
    for (let campus = 0; campus < 20 && made < size - 100; campus += 1) {
      const campusNode = sensor(`Campus ${place}-${campus}`, 1, 4);
      campusNode.children.push(sensor(`Flow ${place}-${campus}`, 5, 1));
      organization.children.push(campusNode);
      for (let building = 0; building < 8 && made < size - 100; building += 1) {
        const floor = sensor(`Floor ${place}-${campus}-${building}`, 1, 101);
        campusNode.children.push(floor);
        fill(floor, 40);
      }
    }
  }
  fill(top, size - made);
  return top;
}

const uuidOf = (id: number) => String(2_584_761_509_592_299_795n + BigInt(id) * 7919n);

const sensorFields = (id: number, type: number, domainType: number) => ({
  id,
  ip: type === 5 ? `10.9.${id % 250}.7` : null,
  latitude: null,
  longitude: null,
  is_deleted: false,
  applied_at: null,
  type,
  real_parent_id: null,
  group_id: null,
  binding_id: null,
  applying: false,
  need_apply: id % 97 === 0,
  property: { path: '' },
  domain_type: domainType,
  unassigned: false,
  policy_id: null,
  reputation_policy_id: null,
  need_reputation_apply: false,
});

function accessPoint(id: number, floor: LargeSensor): object {
  const octets = [0x02, 0x1a, (id >> 16) & 255, (id >> 8) & 255, id & 255, 0x7f];
  return {
    id,
    ip_address: `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`,
    mac_address: octets.map(octet => octet.toString(16).padStart(2, '0')).join(':'),
    name: `AP ${floor.name} ${id}`,
    switch_name: null,
    switch_id: null,
    latitude: null,
    longitude: null,
    x: id % 500,
    y: id % 300,
    sensor_id: floor.id,
    created_at: '2025-06-02T11:33:54.841+02:00',
    updated_at: '2026-06-02T11:33:54.841+02:00',
    description: null,
    status: id % 37 === 0 ? 0 : 1,
    last_check_in: '2026-11-20T10:12:00.000Z',
    clients: id % 40,
    uptime: id * 11,
    enrichment: { floor_uuid: floor.uuid },
    sensor_name: floor.name,
    sensor_uuid: floor.uuid,
  };
}
