import assert from 'node:assert/strict';
import { answeredRequests, begunTests, type AnsweredRequest } from '../support/answeredRequests.js';
import { sensorEndpoints, type EndpointRow } from '../../packages/manager/test/contract/endpointTable.js';

/**
 * For each endpoint row of contract 001 the test that uses it through a command or a document and looks at the effect with
 * an HTTP client of its own.
 */
const exercisedBy: Readonly<Record<keyof typeof sensorEndpoints, string>> = {
  'Sensor tree of one sensor':
    'overwriting a subtree creates, updates, moves and deletes what the document says, in one call after a plan and a backup',
  "Sensor tree of the caller's top domain":
    'deleting nodes of the tree shows what goes, asks for the name, writes a backup and deletes',
  'Create domain':
    'drafts of domains, sensors and access points creates a domain on save and goes on with the record in its place',
  'Create flow sensor':
    'drafts of domains, sensors and access points creates what netsensor.createFlowSensor drafts',
  'Create vendor sensor':
    'drafts of domains, sensors and access points offers the secret of a vendor sensor once, and keeps it nowhere',
  'Create MSE sensor':
    'drafts of domains, sensors and access points creates what netsensor.createMseSensor drafts',
  'List MSE sensors of a domain':
    "overriding a domain's access points lists the MSE sensors of a domain, and opens the one that is picked",
  'Delete sensor and all its subordinate sensors':
    'deleting nodes of the tree shows what goes, asks for the name, writes a backup and deletes',
  'Modify domain': 'domains, sensors and access points as files a domain sends only what changed',
  'Modify flow sensor':
    'domains, sensors and access points as files a flow sensor sends the full field set, after naming what is emptied',
  'Modify MSE sensor':
    'domains, sensors and access points as files modifies vendor and MSE sensors under their own addresses',
  'Modify vendor sensor':
    'domains, sensors and access points as files modifies vendor and MSE sensors under their own addresses',
  'Overwrite domain tree':
    'overwriting a subtree creates, updates, moves and deletes what the document says, in one call after a plan and a backup',
  "Overwrite the tree of the caller's top domain":
    'overwriting a subtree overwrites the top domain of the key from a file, and puts it back from the backup',
  'List access points as JSON':
    'asking the manager for access points opens the one that is picked, with the filter that the words mean',
  'List access points as CSV': 'users of a manager have access points that come as CSV too',
  'Create access point': 'drafts of domains, sensors and access points creates an access point',
  'Modify access point, PATCH by id':
    'domains, sensors and access points as files an access point sends only what changed, by id',
  'Modify access point, PATCH by MAC':
    'domains, sensors and access points as files an access point is addressed by its MAC address where the id is unknown, and follows a change of it',
  'Modify access point, PUT by id':
    'domains, sensors and access points as files an access point is written whole with PUT where something on the way lets no PATCH through, by id',
  'Modify access point, PUT by MAC':
    'domains, sensors and access points as files an access point is written whole with PUT where something on the way lets no PATCH through, by MAC address',
  'Delete a list of access points':
    'deleting nodes of the tree deletes several nodes and access points after the name of the manager was typed',
  'Delete all access points in a domain':
    'deleting nodes of the tree deletes all access points of a domain and its subdomains, and nothing else',
  "Override a domain's access points":
    "overriding a domain's access points makes the list what the document says, after a plan and a backup",
  'List all users as JSON': 'users of a manager are listed, and shown without their keys',
  'List all users as CSV':
    'users of a manager come as the CSV of the manager without keys, and with them only into a file after a warning',
  "Renew a user's API key":
    "renewing the API key of a user renews the connection's own key, stores it and checks it",
};

/** Comes after all tests: what their proxies saw proves the table. Where only some tests run, it judges those. */
export function describeEndpoints(): void {
  describe('every endpoint of contract 001', () => {
    for (const [name, row] of Object.entries(sensorEndpoints)) {
      it(`${name}: ${row.method} ${row.path}`, function () {
        const test = exercisedBy[name as keyof typeof sensorEndpoints];
        if (process.env.NETSENSOR_TEST_GREP && !begunTests.has(test)) this.skip();
        const users = answeredRequests.filter(request => isOf(row, request)).map(request => request.test);
        assert.ok(
          users.includes(test),
          `“${test}” did not use it; these did: ${[...new Set(users)].join('; ')}`,
        );
      });
    }
  });
}

const values: Readonly<Record<string, string>> = {
  '<uuid>': '[0-9a-f-]+',
  '<id>': '[0-9]+',
  '<mac>': '[0-9a-f]{2}(?:(?::|%3A)[0-9a-f]{2}){5}',
};

function isOf({ method, path }: EndpointRow, request: AnsweredRequest): boolean {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/<\w+>/g, value => values[value] ?? value);
  return request.method === method && new RegExp(`^${pattern}$`, 'i').test(request.path);
}
