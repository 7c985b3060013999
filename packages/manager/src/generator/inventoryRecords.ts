import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { Fields } from '../http/requestFields.js';
import given from './inventoryRecords.json';
import { networkPlan } from './network/networkPlan.js';
import { list, Random } from './random.js';

const campuses = networkPlan.flatMap(deployment =>
  deployment.organizations.flatMap(organization => organization.markets.flatMap(market => market.campuses)),
);

/** The records of each inventory type, ids counted from 1 in the order given. */
export function inventoryRecords(seed: number): Record<InventoryType, Fields[]> {
  const random = new Random(seed, 'inventory');
  return {
    ...rackRecords(random),
    ...contactRecords(random),
    ...powerRecords(random),
    ...otherRecords(random),
  };
}

function rackRecords(random: Random) {
  const racks = list(24, index => {
    const campus = campuses[index % campuses.length];
    const number = Math.floor(index / campuses.length) + 1;
    return {
      name: `${campus?.code} rack ${number}`,
      u_height: random.pick([42, 42, 42, 47, 24, 12]),
      width: 19,
    };
  });
  return {
    racks,
    rack_roles: given.rack_roles,
    rack_types: list(8, index => ({
      model: `Cabinet ${['S', 'M', 'L', 'XL'][index % 4]}-${600 + 200 * Math.floor(index / 4)}`,
      manufacturer_id: 1 + Math.floor(index / 4),
      u_height: [12, 24, 42, 47][index % 4],
      width: 19,
    })),
    rack_reservations: reservations(racks, random),
  };
}

/** A short one at the bottom of some racks, then longer ones, and a few that clash. */
function reservations(racks: readonly { readonly u_height: number }[], random: Random) {
  const low = list(12, index => {
    const first = 1 + random.below(8);
    return {
      rack_id: index + 1,
      units: [first, first + 1, first + 2].join(','),
      description: random.pick(['Kept for a firewall', 'New switches in spring', 'Loan from the laboratory']),
    };
  });
  const places = racks.map(({ u_height }, index) => ({ rack_id: index + 1, height: u_height }));
  const kept = places.flatMap(({ rack_id, height }) =>
    given.reservations
      .filter((_, index) => (rack_id + index) % 3 !== 0)
      .filter(({ from, count }) => from + count <= height)
      .map(({ from, count, description }) => ({ rack_id, from, count, description })),
  );
  // Managers hold reservations of units that others have too from before they checked.
  const clashing = kept
    .filter(({ rack_id }, index) => rack_id % 8 === 1 && rack_id !== kept[index - 1]?.rack_id)
    .map(({ rack_id, from }) => ({ rack_id, from, count: 1, description: 'Router of a carrier' }));
  const long = [...kept, ...clashing].map(({ from, count, ...rest }) => ({
    ...rest,
    units: unitsFrom(from, count),
  }));
  return [...low, ...long];
}

const unitsFrom = (from: number, count: number): string => list(count, index => from + index).join(',');

function contactRecords(random: Random) {
  return {
    contacts: given.people.map(name => ({
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
      phone: `+34 9${random.digits(2)} ${random.digits(3)} ${random.digits(3)}`,
      company: random.pick(given.companies),
      job_title: random.pick(given.jobs),
    })),
    contact_groups: given.contact_groups,
    contact_roles: given.contact_roles,
  };
}

function powerRecords(random: Random) {
  return {
    power_panels: campuses.map(campus => ({
      name: `${campus.code} main panel`,
      description: `Electrical room of ${campus.buildings[0]}`,
    })),
    power_feeds: powerFeeds(random),
  };
}

/** Two for each panel, and a third for some; a few are not in use, and of one nobody wrote down all. */
function powerFeeds(random: Random) {
  const feed = (name: string, panel: number, order: number) => {
    const amperage = random.pick([16, 32, 63]);
    const phase = random.pick([1, 1, 2]);
    return {
      name,
      power_panel_id: panel,
      // Of three phases, the voltage between two of them.
      voltage: phase === 1 ? 230 : 400,
      amperage,
      max_utilization: 80,
      power_feed_status_id: 2,
      power_feed_type_id: 1 + order,
      power_feed_supply_id: 1,
      power_feed_phase_id: phase,
    };
  };
  const pairs = list(16, index => feed(`Feed ${'AB'[index % 2]}`, 1 + Math.floor(index / 2), index % 2));
  const planned = 3;
  const failed = 4;
  return [
    ...pairs,
    { ...feed('Feed C', 3, 0), power_feed_status_id: planned, max_utilization: 70 },
    { ...feed('Feed C', 5, 0), power_feed_status_id: failed },
    { ...feed('Feed C', 8, 0), amperage: null, max_utilization: null },
  ];
}

/** Columns by the model of their records. */
const layouts = {
  DcimRack: 'name;u_height;width',
  RackRole: 'name;color;description',
  RackType: 'model;manufacturer_id;u_height;width',
  PowerFeed: 'name;power_panel_id;voltage;amperage;max_utilization',
  Contact: 'name;job_title;company;email;phone',
  WirelessLan: 'ssid;wireless_lan_group_id;vlan_id;description',
};

function otherRecords(random: Random) {
  const networks = ['Guest', 'Staff', 'Voice', 'Sensors'];
  return {
    tags: given.tags.map((tag, index) => ({
      ...tag,
      weight: 1000 - 100 * index,
      allowed_object_types: index % 3 === 0 ? ['DcimRack', 'RackRole'] : null,
    })),
    table_configs: Object.entries(layouts).map(([inventory_type, column_order], index) => ({
      name: `${inventory_type} overview`,
      inventory_type,
      column_order,
      enabled: true,
      shared: index % 2 === 0,
    })),
    account_keys: list(8, index => ({
      name: `${campuses[index % campuses.length]?.code} ${index % 2 === 0 ? 'switches' : 'routers'}`,
      username: random.pick(['netops', 'admin', 'backup']),
      key_type: index % 3 === 0 ? 'ssh_key' : 'terminal_password',
      password: random.hex(24),
      description: 'Generated for the local manager; opens nothing',
    })),
    wireless_lan_groups: given.wireless_lan_groups,
    wireless_lans: list(12, index => ({
      ssid: `${['Aldena', 'Brightmoor', 'Corvia'][Math.floor(index / 4)]} ${networks[index % 4]}`,
      wireless_lan_group_id: 1 + Math.floor(index / 4),
      description: null,
      wireless_status_id: 1,
      wireless_auth_type_id: index % 4 === 0 ? 1 : 4,
      vlan_id: 10 * (1 + (index % 4)),
    })),
  };
}
