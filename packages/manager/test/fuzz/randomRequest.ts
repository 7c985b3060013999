import fc from 'fast-check';
import { mutations } from './mutations.js';
import { placeholder } from './pools.js';
import { randomPath } from './randomPath.js';
import { schemaValues, type Schema } from './schemaValues.js';

/** A route of the manager, with the schema of its body if it has one. */
export interface Route {
  readonly method: string;
  /** Path with `:parameters`. */
  readonly url: string;
  /** Another address of a route; its body is not described. */
  readonly isAlias: boolean;
  readonly body: Schema | undefined;
  /** Bodies that work, as a start. */
  readonly examples?: readonly unknown[];
}

/** A request whose places are filled in when it is sent. */
export interface RandomRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
}

const ending = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/',
      '.json',
      '.csv',
      '.xml',
      '//',
      '/x',
      '/../..',
      '%',
      '.json.json',
      '?',
      '#',
    ),
  },
);

const firstUser = 0;
const credentials = fc.oneof(
  { weight: 20, arbitrary: fc.constant(`auth_token=${placeholder('key', firstUser)}`) },
  { weight: 5, arbitrary: fc.nat(20).map(index => `auth_token=${placeholder('key', index)}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'auth_token=',
      'auth_token=wrong',
      'auth_token=a&auth_token=b',
      'auth_token[]=x',
      'AUTH_TOKEN=x',
    ),
  },
);

const strangeQueries = [
  '&',
  '&&=&',
  '&=',
  '&%',
  '&%zz=1',
  '&__proto__=1',
  '&constructor=1',
  '&toString=1',
  '&a[b][c]=d',
  '&x=%00',
  '&x=💥',
  '&status=1',
  '&status=0&status=1',
  '&status=2',
  '&status=',
  '&status[]=1',
  '&name=%27',
  '&name=%00',
  '&mac_address=%25',
  `&name=${'x'.repeat(8000)}`,
  '&ip_address=10.0.0.1',
  '&page=-1&limit=1e9',
  '&format=xml',
  '?auth_token=x',
  '&name&mac_address',
];
const extraQuery = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(...strangeQueries) },
);

const jsonType = 'application/json';
const contentType = fc.oneof(
  { weight: 30, arbitrary: fc.constant(jsonType) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
      'garbage',
      '/',
      'application/json; charset=utf-16',
      'application/json;',
      'APPLICATION/JSON',
      'application/vnd.api+json',
      'text/html',
    ),
  },
);

const extraHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { accept: 'text/csv' },
      { accept: '*/xml;q=9' },
      { 'content-encoding': 'gzip' },
      { 'x-http-method-override': 'DELETE' },
      { origin: 'null' },
      { cookie: 'a=b; __proto__=1' },
      { 'accept-version': '99' },
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { host: '' },
      { 'x-forwarded-for': 'x'.repeat(4000) },
    ),
  },
);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const methodOf = (usual: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...methods) },
  );

function payloadOf({ method, body, examples = [] }: Route): fc.Arbitrary<string | undefined> {
  const values = [
    ...(body ? [schemaValues(body)] : []),
    ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []),
  ];
  if (values.length === 0) {
    const stray = fc.constantFrom('{}', '[]', 'x', '');
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: method === 'GET' ? 0 : 1, arbitrary: stray },
    );
  }
  return fc
    .tuple(fc.oneof(...values), mutations)
    .map(([value, changes]) => changes.reduce((text, change) => change(text), JSON.stringify(value)));
}

/** Requests to the data query come as often as those to so many other routes: its body is a language. */
const queryWeight = 30;

/** Requests to the routes, from valid to broken; apart from the data query, each as likely as the others. */
export const randomRequest = (routes: readonly Route[]): fc.Arbitrary<RandomRequest> =>
  fc.oneof(
    ...routes.map(route => ({
      arbitrary: requestTo(route),
      weight: route.url === '/api/data' ? queryWeight : 1,
    })),
  );

const requestTo = (route: Route): fc.Arbitrary<RandomRequest> =>
  fc
    .record({
      method: methodOf(route.method),
      path: randomPath(route.url),
      ending,
      credentials,
      extraQuery,
      contentType,
      extraHeaders,
      payload: payloadOf(route),
    })
    .map(({ method, path, payload, ...parts }) => ({
      method,
      url: `${path}${parts.ending}?${parts.credentials}${parts.extraQuery}`,
      headers: {
        ...(payload !== undefined && { 'content-type': parts.contentType }),
        ...parts.extraHeaders,
      },
      payload,
    }));
