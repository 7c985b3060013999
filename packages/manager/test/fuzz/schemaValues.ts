import fc from 'fast-check';
import { placeholder } from './pools.js';

/** A JSON Schema as zod writes it. */
export type Schema = Readonly<Record<string, unknown>>;

const pool = (name: Parameters<typeof placeholder>[0]) => fc.nat(300).map(index => placeholder(name, index));
const hexPair = fc.nat(255).map(value => value.toString(16).padStart(2, '0'));
const newMac = fc.tuple(hexPair, hexPair, hexPair).map(pairs => `02:0f:0f:${pairs.join(':')}`);

/** Text that fits the name of its field. */
const texts: readonly [RegExp, fc.Arbitrary<string>][] = [
  [/^flow_uuid$/, pool('flow')],
  [/^(sensor|parent)_uuid$/, fc.oneof({ weight: 9, arbitrary: pool('domain') }, pool('uuid'))],
  [/uuid$/, fc.oneof({ weight: 4, arbitrary: pool('uuid') }, fc.nat(1e9).map(String))],
  [/^mac|_mac/, fc.oneof(newMac, pool('mac'))],
  [/^id$/, pool('id')],
  [/name$|^ssid$|^model$/, fc.oneof(pool('name'), fc.string({ minLength: 1, maxLength: 8 }))],
  [/ip/, fc.constantFrom('10.0.0.1', '2001:db8::1', 'host.example.net')],
  [/color/, fc.constantFrom('aa1409', 'ffffff')],
  [/units/, fc.constantFrom('1', '1,2', '40,41')],
  [/email/, fc.constant('somebody@example.com')],
  [/^value$/, fc.constantFrom('10.0.0.0/8', '00:11:22:33:44:55', '6')],
];

/** Numbers that fit the name of their field. */
const numbers: readonly [RegExp, fc.Arbitrary<number>][] = [
  [/^width$/, fc.constantFrom(10, 19, 21, 23)],
  [/^u_height$/, fc.integer({ min: 1, max: 100 })],
  [/_id$/, fc.integer({ min: 1, max: 4 })],
  [/^type$/, fc.constantFrom(1, 1, 5, 8, 2)],
  [/^domain_type$/, fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 101)],
  [/^(voltage|amperage)$/, fc.integer({ min: 1, max: 400 })],
];

const named = <Value>(list: readonly [RegExp, fc.Arbitrary<Value>][], name: string) =>
  list.find(([pattern]) => pattern.test(name))?.[1];

/** Values that a schema accepts, or nearly: patterns are met by the name of the field. */
export function schemaValues(schema: Schema): fc.Arbitrary<unknown> {
  const defs = (schema['$defs'] ?? {}) as Record<string, Schema>;

  const valuesOf = (part: Schema, name: string, depth: number): fc.Arbitrary<unknown> => {
    const reference = part['$ref'];
    if (typeof reference === 'string') {
      const target = reference === '#' ? schema : defs[reference.slice('#/$defs/'.length)];
      return depth > 6 || !target ? fc.constant(null) : valuesOf(target, name, depth + 1);
    }
    if ('const' in part) return fc.constant(part['const']);
    if (Array.isArray(part['enum'])) return fc.constantFrom(...(part['enum'] as unknown[]));
    const choices = (part['anyOf'] ?? part['oneOf']) as Schema[] | undefined;
    if (choices) return fc.oneof(...choices.map(choice => valuesOf(choice, name, depth + 1)));
    switch (part['type']) {
      case 'object':
        return objects(part, depth);
      case 'array':
        return fc.array(valuesOf((part['items'] ?? {}) as Schema, name, depth + 1), { maxLength: 3 });
      case 'integer':
      case 'number':
        return (
          named(numbers, name) ??
          fc.integer({ min: Number(part['minimum'] ?? 0), max: Number(part['maximum'] ?? 50) })
        );
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return named(texts, name) ?? fc.string({ maxLength: 8 });
    }
  };

  const objects = (part: Schema, depth: number): fc.Arbitrary<unknown> => {
    const properties = Object.entries((part['properties'] ?? {}) as Record<string, Schema>);
    const required = (part['required'] ?? []) as string[];
    const kept = depth > 6 ? properties.filter(([name]) => required.includes(name)) : properties;
    const values = kept.map(([name, value]) => {
      const arbitrary = valuesOf(value, name, depth + 1);
      const left = { weight: 3, arbitrary: fc.constant(undefined) };
      return [name, required.includes(name) ? arbitrary : fc.oneof(left, { weight: 2, arbitrary })] as const;
    });
    return fc.record(Object.fromEntries(values));
  };

  return valuesOf(schema, '', 0);
}
