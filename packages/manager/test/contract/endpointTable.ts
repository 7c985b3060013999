import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';

/** One row of an endpoint table of the contract; a row with alternatives is one entry for each of them. */
export interface EndpointRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the address of the manager; `<uuid>`, `<id>` and `<mac>` stand for values. */
  readonly path: string;
}

const row = (method: EndpointRow['method'], path: string): EndpointRow => ({ method, path });

/** Contract 001, Sensors and domains. */
const sensorRows = {
  'Sensor tree of one sensor': row('GET', '/api/v1/sensors/<uuid>/tree'),
  "Sensor tree of the caller's top domain": row('GET', '/api/v1/sensors/tree'),
  'Create domain': row('POST', '/api/v1/sensors/domain'),
  'Create flow sensor': row('POST', '/api/v1/sensors/flow'),
  'Create vendor sensor': row('POST', '/api/v1/sensors/vendor'),
  'Create MSE sensor': row('POST', '/api/v1/sensors/mse'),
  'List MSE sensors of a domain': row('GET', '/api/v1/sensors/<uuid>/mse'),
  'Delete sensor and all its subordinate sensors': row('DELETE', '/api/v1/sensors/<uuid>'),
  'Modify domain': row('PATCH', '/api/v1/sensors/<uuid>'),
  'Modify flow sensor': row('PATCH', '/api/v1/sensors/<uuid>/flow'),
  'Modify MSE sensor': row('PATCH', '/api/v1/sensors/<uuid>/mse'),
  'Modify vendor sensor': row('PATCH', '/api/v1/sensors/<uuid>/vendor'),
  'Overwrite domain tree': row('POST', '/api/v1/sensors/<uuid>/override_all'),
  "Overwrite the tree of the caller's top domain": row('POST', '/api/v1/sensors/override_all'),
};

/** Contract 001, Access points. */
const accessPointRows = {
  'List access points as JSON': row('GET', '/api/v1/access_points.json'),
  'List access points as CSV': row('GET', '/api/v1/access_points.csv'),
  'Create access point': row('POST', '/api/v1/access_points'),
  'Modify access point, PATCH by id': row('PATCH', '/api/v1/access_points/<id>'),
  'Modify access point, PATCH by MAC': row('PATCH', '/api/v1/access_points/<mac>'),
  'Modify access point, PUT by id': row('PUT', '/api/v1/access_points/<id>'),
  'Modify access point, PUT by MAC': row('PUT', '/api/v1/access_points/<mac>'),
  'Delete a list of access points': row('DELETE', '/api/v1/access_points'),
  'Delete all access points in a domain': row('DELETE', '/api/v1/sensors/<uuid>/access_points'),
  "Override a domain's access points": row('POST', '/api/v1/sensors/<uuid>/access_point/override'),
};

/** Contract 001, Users. */
const userRows = {
  'List all users as JSON': row('GET', '/api/v1/users.json'),
  'List all users as CSV': row('GET', '/api/v1/users.csv'),
  "Renew a user's API key": row('GET', '/api/v1/users/<id>/recreate_api_key'),
};

/** Every row of the endpoint tables of contract 001. */
export const sensorEndpoints = { ...sensorRows, ...accessPointRows, ...userRows };

/** Contract 002, Endpoints. */
const dataRows = { 'Data query': row('POST', '/api/data') };

type InventoryOperation = 'List all' | 'Get one' | 'Create' | 'Update' | 'Delete';

/** A row for one of the 14 types (contract 000, Endpoints). */
export type InventoryEndpoint = `${InventoryOperation}: ${InventoryType}`;

const inventoryRows = Object.fromEntries(
  inventoryTypeNames.flatMap(type => [
    [`List all: ${type}`, row('GET', `/api/v1/inventory/${type}`)],
    [`Get one: ${type}`, row('GET', `/api/v1/inventory/${type}/<id>`)],
    [`Create: ${type}`, row('POST', `/api/v1/inventory/${type}`)],
    [`Update: ${type}`, row('PATCH', `/api/v1/inventory/${type}/<id>`)],
    [`Delete: ${type}`, row('DELETE', `/api/v1/inventory/${type}/<id>`)],
  ]),
) as Record<InventoryEndpoint, EndpointRow>;

/** Every row of the endpoint tables of the three contract documents. */
export const endpointTable = {
  ...sensorEndpoints,
  ...dataRows,
  ...inventoryRows,
} satisfies Record<string, EndpointRow>;

export type EndpointName = keyof typeof endpointTable;

export const endpointNames = Object.keys(endpointTable) as EndpointName[];
