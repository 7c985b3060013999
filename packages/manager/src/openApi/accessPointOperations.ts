import * as z from 'zod';
import {
  accessPointFilters,
  createAccessPoint,
  modifyAccessPoint,
} from 'netsensor-contract/sensors/accessPoints';
import { deleteAccessPoints, overrideAccessPoints } from 'netsensor-contract/sensors/overrideBodies';
import { accessPointAnswer, accessPointRowAnswer, answered, answeredAsText } from './answers.js';
import { inSection, textAnswer } from './documented.js';
import { rootUuid } from 'netsensor-contract/sensors/sensors';

const mac_address = '02:00:5e:10:00:01';
const other = '02:00:5e:10:00:02';
const about = inSection('Access points');

/** What the document says about access points (contract 001, Access points). */
export const accessPointOperations = {
  list: about('List access points', {
    query: accessPointFilters,
    answer: answered({ access_points: z.array(accessPointRowAnswer) }),
    errors: [422],
    documentedPath: '/api/v1/access_points.json',
  }),
  listAsCsv: about('List access points as CSV', {
    query: accessPointFilters,
    answer: textAnswer(
      'Name and uuid of each level, MAC address, status and last check-in; `null` for no value.',
    ),
    errors: [422],
  }),
  create: about('Create access point', {
    body: createAccessPoint,
    examples: { 'In the top domain': { mac_address, name: 'Lobby 1', sensor_uuid: rootUuid, status: 1 } },
    answer: answered({ ap: accessPointAnswer }),
    errors: [404, 422],
  }),
  modify: about('Modify access point', {
    description:
      'Fields that are left out stay as they are; null empties an optional one; sensor_uuid moves it.',
    path: { named: 'Id or MAC address of the access point.' },
    body: modifyAccessPoint,
    examples: { 'One field': { description: 'Above the reception' } },
    answer: answered({ ap: accessPointAnswer }),
    errors: [404, 422],
  }),
  deleteListed: about('Delete access points by list', {
    description: 'Those that the caller may not manage are skipped.',
    body: deleteAccessPoints,
    examples: { 'By MAC address': { access_points: [{ mac_address }] } },
    answer: answeredAsText,
    errors: [404, 422],
  }),
  deleteBelow: about('Delete all access points of a domain and its subdomains', {
    path: { uuid: 'Uuid of the domain.' },
    answer: answeredAsText,
    errors: [404],
  }),
  override: about("Override a domain's access points", {
    description:
      'Deletes all access points of the domain and its subdomains and creates those of the body, all or nothing.',
    path: { uuid: 'Uuid of the domain.' },
    body: overrideAccessPoints,
    examples: {
      'In an organization': {
        access_points: [{ mac_address: other, name: 'Lobby 2', organization_name: 'Annex' }],
      },
    },
    answer: answeredAsText,
    errors: [404, 422],
  }),
};
