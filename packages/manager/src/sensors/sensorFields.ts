import * as z from 'zod';
import { isRecord, scalarText } from 'netsensor-contract/text/looseValues';
import { domainTypes, sensorTypes } from 'netsensor-contract/sensors/nodeRecord';
import { refuseFields } from '../http/errors.js';
import { checkedFields, isBlank, knownFields, type Fields } from '../http/requestFields.js';
import { domainType, sensorType } from './sensorKinds.js';

const longestName = 255;
/** Digits, or the form of newer managers (field notes §1.0); nothing that a path would have to escape. */
const uuidForm = /^[0-9A-Za-z-]{1,64}$/;
/** Other spellings of fields (field notes §1.0). */
const otherNames: Readonly<Record<string, string>> = {
  mac_hashing_salt: 'mac_hasing_salt',
  version_mse: 'mse_version',
};
/** Lists of `{name, value}`. */
const pairLists = ['homenets', 'router_macs'];

/**
 * The fields of a body as the schema has them: cast, unknown ones ignored, `null` as if left out.
 * @throws HttpProblem 422 that names each wrong field
 */
export function sensorFields<Schema extends z.ZodObject>(schema: Schema, body: Fields): z.output<Schema> {
  const given = withContractNames(body);
  const present = Object.entries(knownFields(schema.shape, given)).filter(
    ([name, value]) => value !== null && !(isBlank(value) && !(schema.shape[name] instanceof z.ZodOptional)),
  );
  const fields = checkedFields(schema.safeParse(Object.fromEntries(present)), given);
  refuseFields(otherProblems(fields, given));
  return fields as z.output<Schema>;
}

/** What the schema of the model leaves to the manager. */
function otherProblems(fields: Fields, given: Fields): Record<string, string[]> {
  const { name, uuid, ip, domain_type, type } = fields;
  const errors: Record<string, string[]> = {};
  const problem = nameProblem(name);
  if (problem) errors['name'] = [problem];
  const wrongUuid = uuidProblem(uuid, given);
  if (wrongUuid) errors['uuid'] = [wrongUuid];
  if (ip !== undefined && !/^[0-9A-Za-z._:-]+$/.test(scalarText(ip))) errors['ip'] = ['is invalid'];
  if (domain_type !== undefined && !isDomainType(domain_type)) {
    errors['domain_type'] = ['is not included in the list'];
  }
  if (type !== undefined && !isSensorType(type)) errors['type'] = ['is not included in the list'];
  return errors;
}

/** What is wrong with a name that was given, in Rails' words. */
export function nameProblem(name: unknown): string | undefined {
  if (name === undefined) return undefined;
  if (isBlank(name)) return "can't be blank";
  return scalarText(name).length > longestName
    ? `is too long (maximum is ${longestName} characters)`
    : undefined;
}

/** What is wrong with a uuid that was given. @param given the body as it was sent, in which it may be a number */
export function uuidProblem(uuid: unknown, given: Fields): string | undefined {
  if (typeof given['uuid'] === 'number' && !Number.isSafeInteger(given['uuid'])) {
    return 'must be sent as text, because a number of this size loses digits';
  }
  return uuid === undefined || uuidForm.test(scalarText(uuid)) ? undefined : 'is invalid';
}

/** Whether a number is one of the published domain types. */
export const isDomainType = (value: unknown): boolean => Object.hasOwn(domainTypes, scalarText(value));

/** Whether a number is one of the known sensor types. */
export const isSensorType = (value: unknown): boolean =>
  Object.hasOwn(sensorTypes, scalarText(value)) || value === sensorType.vendor;

/** The settings of a domain: the salt of a service provider, the limits of an organization (contract 001, Domain fields). */
export function domainSettings(type: number, fields: Fields): Fields {
  const kept = settingNames[type] ?? [];
  return Object.fromEntries(kept.filter(name => !isBlank(fields[name])).map(name => [name, fields[name]]));
}

const settingNames: Readonly<Record<number, readonly string[]>> = {
  [domainType.serviceProvider]: ['mac_hasing_salt'],
  [domainType.organization]: ['visualization_range', 'megabytes_limit'],
};

/** The body with the contract's spelling, and lists of pairs without other keys. */
export function withContractNames(body: Fields): Record<string, unknown> {
  const given: Record<string, unknown> = { ...body };
  for (const [other, name] of Object.entries(otherNames)) {
    if (Object.hasOwn(body, other)) given[name] ??= body[other];
  }
  for (const name of pairLists) {
    const list = given[name];
    if (Array.isArray(list)) given[name] = list.map(onlyPair);
  }
  return given;
}

const onlyPair = (entry: unknown): unknown =>
  isRecord(entry) ? { name: entry['name'], value: entry['value'] } : entry;
