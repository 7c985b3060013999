import { readdirSync, readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  schemaCatalogue,
  schemaText,
  type JsonSchemaCatalogue,
} from '../../../src/model/schemas/schemaCatalogue.js';

const catalogue: JsonSchemaCatalogue = schemaCatalogue();

describe('the generated schemas', () => {
  it('are the committed ones; run "npm run schemas" after a change of the model', () => {
    const committed = readdirSync('schemas').sort();
    expect(committed).toEqual(
      Object.keys(catalogue)
        .map(name => `${name}.schema.json`)
        .sort(),
    );
    for (const [name, schema] of Object.entries(catalogue)) {
      expect(readFileSync(`schemas/${name}.schema.json`, 'utf8'), name).toBe(schemaText(schema));
    }
  });

  it.each(Object.keys(catalogue))('%s is a valid schema that describes every field', name => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    expect(ajv.validateSchema(catalogue[name]!), ajv.errorsText()).toBe(true);
    expect(undescribed(catalogue[name], name)).toEqual([]);
  });
});

/** Paths of properties that have neither a description of their own nor of what they refer to. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((item, index) => undescribed(item, `${path}[${index}]`));
  const {
    properties = {},
    if: _condition,
    ...others
  } = schema as Record<string, unknown> & { properties?: object };
  const own = Object.entries(properties).flatMap(([name, property]: [string, unknown]) => {
    const isRefusal = property === false;
    const described = isRefusal || hasDescription(property);
    return [...(described ? [] : [`${path}.${name}`]), ...undescribed(property, `${path}.${name}`)];
  });
  return [...own, ...Object.entries(others).flatMap(([key, value]) => undescribed(value, `${path}/${key}`))];
}

function hasDescription(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return false;
  if ('anyOf' in property && Array.isArray(property.anyOf) && property.anyOf.some(hasDescription))
    return true;
  const keys = Object.keys(property).filter(key => key !== 'suggestSortText');
  return 'description' in property || '$ref' in property || keys.join() === 'items';
}
