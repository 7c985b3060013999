type Node = Record<string, unknown>;

const components = '#/components/schemas/';

/**
 * The document as clients want it: an id for every operation, error bodies written once, no component that nothing refers to, and bodies in which
 * unknown fields are allowed, because the manager ignores them.
 */
export function finishDocument<Document extends object>(document: Document): Document {
  const copy = structuredClone(document) as Node;
  for (const [path, operations] of Object.entries(copy['paths'] as Node)) {
    for (const [method, operation] of Object.entries(operations as Node)) {
      finishOperation(operation as Node, method, path);
    }
  }
  const parts = copy['components'] as Node;
  const schemas = parts['schemas'] as Node;
  shareErrors(copy['paths'], schemas);
  for (const [name, schema] of Object.entries(schemas)) if (name.endsWith('Input')) allowUnknown(schema);
  const used = referenced(copy['paths'], schemas);
  parts['schemas'] = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return copy as Document;
}

function finishOperation(operation: Node, method: string, path: string): void {
  const words = path.split(/[^A-Za-z0-9]+/).filter(word => word !== '' && word !== 'api' && word !== 'v1');
  operation['operationId'] = [method, ...words.map(word => word[0]?.toUpperCase() + word.slice(1))].join('');
  allowUnknown(operation['requestBody']);
}

/** The names of the error bodies in the order in which they turn up; a manager has one for records and one for queries. */
const errorNames = ['Error', 'QueryError'];

function shareErrors(paths: unknown, schemas: Node): void {
  const names = new Map<string, string>();
  each(paths, node => {
    const responses = (node['responses'] ?? {}) as Record<string, Node>;
    for (const [status, { content }] of Object.entries(responses)) {
      const body = (content as Record<string, Node> | undefined)?.['application/json'];
      if (Number(status) < 400 || !body) continue;
      const text = JSON.stringify(withoutDescription(body['schema'] as Node));
      const name = names.get(text) ?? errorNames[names.size] ?? `Error${names.size}`;
      names.set(text, name);
      schemas[name] = JSON.parse(text);
      body['schema'] = { $ref: `${components}${name}` };
    }
  });
}

/** The description is that of the status and stands beside the body too. */
const withoutDescription = ({ description: _description, ...schema }: Node): Node => schema;

function allowUnknown(schema: unknown): void {
  each(schema, node => {
    if (node['additionalProperties'] === false) delete node['additionalProperties'];
  });
}

/** Names of the components that can be reached from `start`. */
function referenced(start: unknown, schemas: Node): Set<string> {
  const found = new Set<string>();
  const visit = (from: unknown) =>
    each(from, node => {
      const reference = node['$ref'];
      if (typeof reference !== 'string' || !reference.startsWith(components)) return;
      const name = reference.slice(components.length);
      if (found.has(name)) return;
      found.add(name);
      visit(schemas[name]);
    });
  visit(start);
  return found;
}

function each(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Node);
  for (const child of Object.values(value)) each(child, visit);
}
