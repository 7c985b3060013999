import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import * as z from 'zod';
import { dropInventedBounds } from 'netsensor-contract/schemas/jsonSchema';
import { answersCsv } from '../variety/errorAnswers.js';
import { failures } from '../http/errors.js';
import { errorAnswerOf, type Dialect } from '../variety/dialects.js';
import { sections, textAnswer, type Section } from './documented.js';

const options: Parameters<typeof createJsonSchemaTransform>[0] = {
  zodToJsonConfig: {
    override: ({ jsonSchema, zodSchema }) => {
      dropInventedBounds(jsonSchema);
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.type = 'null';
    },
  },
};

const toJson = createJsonSchemaTransform(options);
const withComponents = createJsonSchemaTransformObject(options);

const transform: SwaggerTransform = document => {
  const { errors: _errors, documentedPath, ...schema } = document.schema ?? {};
  const done = toJson({ ...document, schema: { hide: schema.summary === undefined, ...schema } });
  const url = documentedPath ?? done.url;
  const words = url.split(/[^A-Za-z0-9]+/).filter(word => !['', 'api', 'v1'].includes(word));
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const operationId = String(document.route.method).toLowerCase() + name;
  const { body } = done.schema as { body?: object };
  return { schema: { ...done.schema, operationId, ...(body && { body: allowUnknown(body) }) }, url };
};

/** The manager ignores unknown fields. */
const allowUnknown = <Schema extends object>(schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  ) as Schema;

/** The document without the components that nothing refers to. */
const transformObject: SwaggerTransformObject = document => {
  const whole = withComponents(document);
  const { paths, components } = whole as { paths: object; components: { schemas: Record<string, object> } };
  const { schemas } = components;
  const used = new Set<string>();
  const texts = [JSON.stringify(paths)];
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!used.has(name)) texts.push(JSON.stringify(schemas[name] ?? {}));
      used.add(name);
    }
  }
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  components.schemas = Object.fromEntries(
    kept.map(([name, schema]) => [name, name.endsWith('Input') ? allowUnknown(schema) : schema]),
  );
  return whole;
};

/**
 * Serves the OpenAPI 3.1 document of all routes that are added after this call at `/openapi.json`, and a page that shows
 * it at `/docs`. Neither needs a key.
 * @param dialect what error bodies look like; one for all managers of a process, since zod keeps schemas by their id
 */
export function serveDocument(app: FastifyInstance, version: string, dialect: Dialect): void {
  const recordErrors = errorAnswerOf(dialect).meta({ id: 'Error' });
  const queryErrors = z.union([recordErrors, dialect.queryErrors.answer]).meta({ id: 'QueryError' });
  app.setValidatorCompiler(checkQueryOnly);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onRoute', ({ schema, url, method }) => {
    if (!schema?.errors) return;
    const statuses = [...schema.errors, ...(readsNoBody.includes(String(method)) ? [] : [413, 415])];
    const json = {
      'application/json': { schema: schema.tags?.includes(querySection) ? queryErrors : recordErrors },
    };
    const answers = statuses.map(status => [
      status,
      status === 422 && answersCsv(url) ? csvErrors : { description: errorTexts.get(status), content: json },
    ]);
    schema.response = { ...(schema.response as object), ...Object.fromEntries(answers) };
  });
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Network-monitoring manager', version, description: about },
      tags: Object.entries(sections).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'query', name: 'auth_token' } } },
      security: [{ apiKey: [] }],
    },
    transform,
    transformObject,
  });
  void app.register(swaggerUi, page);
  // Addresses lose the ending `.json` before they are routed.
  app.get('/openapi', { schema: { hide: true } }, () => app.swagger());
}

const about = `Everything the manager serves: sensors, domains, access points and users, the inventory, and data queries.

Authorize takes an API key; “Try it out” and “Execute” then send real requests. The examples work with generated data.

For what watches the manager there are \`GET /health\` and, for Prometheus, \`GET /metrics\`, which take no key.`;

/** Bodies and path parameters are documented, not checked: the stores take what a manager takes. */
const checkQueryOnly: typeof validatorCompiler = route =>
  route.httpPart === 'querystring' ? validatorCompiler(route) : value => ({ value });

const querySection: Section = 'Data query';

/** Methods with which a body is not even looked at; with others a stray one can be refused. */
const readsNoBody: readonly string[] = ['GET', 'HEAD'];

const errorTexts = new Map<number, string | undefined>(
  Object.values(failures).map(({ status, meaning }) => [status, meaning]),
);

const csvErrors = textAnswer(`${failures.unprocessable.meaning} One row per message: field, error.`);

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2196f3" stroke-width="1.6" stroke-linecap="round">
  <circle cx="12" cy="13" r="2.2"/><path d="M12 15.2V21"/>
  <path d="M7.8 17.2a6 6 0 0 1 0-8.4M16.2 8.8a6 6 0 0 1 0 8.4M4.9 20a10 10 0 0 1 0-14M19.1 6a10 10 0 0 1 0 14"/>
</svg>`;

/** The page that shows the document: under our own name and icon, and without a bar for loading other documents. */
const page: FastifySwaggerUiOptions = {
  routePrefix: '/docs',
  uiConfig: { layout: 'BaseLayout' },
  logo: { type: 'image/svg+xml', content: icon },
  theme: {
    title: 'Manager API',
    favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
  },
};
