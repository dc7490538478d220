import * as z from 'zod/v4/core';
import { ErrorBody, IDEMPOTENCY_HEADER, IDENTITY_HEADER, REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { featureOf, FEATURES, refusalResponses, refusalsOf, wordsOf } from './openapi-words.ts';

type Json = { readonly [key: string]: unknown };

/** Writes a schema as this version of OpenAPI has it. */
type SchemaOf = (schema: z.$ZodType, io: 'input' | 'output') => Json;

/** Versions of OpenAPI, with the dialect of JSON Schema of each and how it names a license. */
const VERSIONS = {
  '3.1.0': { target: 'draft-2020-12', license: { name: 'MIT', identifier: 'MIT' } },
  '3.0.3': { target: 'openapi-3.0', license: { name: 'MIT' } },
} as const;

/** The OpenAPI document of these endpoints: everything in it comes from the contract. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  name: string,
  version: string,
  openapi: keyof typeof VERSIONS = '3.1.0',
): Json {
  const { target, license } = VERSIONS[openapi];
  const schemaOf: SchemaOf = (schema, io) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target, unrepresentable: 'any', override }) as Json;
    return json;
  };
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints.toSorted((a, b) => a.path.localeCompare(b.path, 'en'))) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemaOf) };
  }
  const used = new Set(endpoints.map(featureOf));
  return {
    openapi,
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    info: { title: `${name} API`, version, description: ABOUT, license },
    tags: Object.entries(FEATURES).flatMap(([tag, { description }]) =>
      used.has(tag) ? [{ name: tag, description }] : [],
    ),
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      headers: { RequestId: { description: 'Names the call in the log.', schema: { type: 'string' } } },
      responses: refusalResponses(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'token',
          description: 'Comes with signing in to the app in this browser. Over https its name is `__Host-token`.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, made in the own profile. It may do what its scopes name and its owner may do.',
        },
      },
    },
  };
}

/** Spells out the fields of a record whose keys are a list: zod names them as required only. */
export function override({ jsonSchema }: { readonly jsonSchema: z.JSONSchema.BaseSchema }): void {
  const { propertyNames, properties, additionalProperties: value, required } = jsonSchema;
  if (propertyNames === undefined || properties !== undefined || required === undefined || !value) return;
  jsonSchema.properties = Object.fromEntries(required.map((name) => [name, value]));
}

const ABOUT = `Bodies are JSON in snake_case, instants ISO 8601 in UTC, days \`YYYY-MM-DD\`.

Every refusal is \`{code, error, errors, request_id}\`: \`code\` is for programs, \`error\` one sentence to show, \`errors\` has
messages by field, and \`request_id\` finds the call in the server's log. Send your own id in \`${REQUEST_ID_HEADER}\`, 16 to
64 letters, digits, \`_\` and \`-\`.

A browser that is signed in says in \`${IDENTITY_HEADER}\` for whom it acts; a program sends \`Authorization: Bearer\` with an
API key and leaves that header out.`;

function operationOf(endpoint: Endpoint, schemaOf: SchemaOf): Json {
  const { name, summary, access, effect, sudo, feature, idempotent, rate, audit } = endpoint;
  const body = bodyOf(endpoint, schemaOf);
  return {
    operationId: name,
    summary,
    description: wordsOf(endpoint),
    tags: [featureOf(endpoint)],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, schemaOf),
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(endpoint, schemaOf),
    'x-access': access,
    'x-effect': effect,
    'x-sudo': sudo,
    'x-feature': feature,
    'x-idempotent': idempotent,
    'x-rate': rate,
    'x-audit': audit,
  };
}

/** True when an API key may call it. A proof of identity is a person's, and so is what they change of themselves. */
export function isForPrograms({ access, effect, sudo }: Endpoint): boolean {
  const isForPeople = access === 'self' || (access === 'signedIn' && effect === 'write') || sudo !== false;
  return access !== 'public' && !isForPeople;
}

function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint.access === 'public') return [];
  return isForPrograms(endpoint) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}

function parametersOf({ params, query, access, effect, idempotent }: Endpoint, schemaOf: SchemaOf): Json[] {
  const header = (name: string, required: boolean, description: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  });
  const forWhom =
    '`<user id>:<depth>` of whom the caller believes to act as; a mismatch answers 409 `identity_changed`.';
  return [
    ...fieldsOf(params, 'path', schemaOf),
    ...fieldsOf(query, 'query', schemaOf),
    ...(access === 'public'
      ? []
      : [header(IDENTITY_HEADER, false, effect === 'write' ? `${forWhom} Needed with a session.` : forWhom)]),
    ...(idempotent
      ? [header(IDEMPOTENCY_HEADER, false, 'The first answer is given again to a repeated request.')]
      : []),
  ];
}

function fieldsOf(schema: z.$ZodType | null, place: 'path' | 'query', schemaOf: SchemaOf): Json[] {
  if (schema === null) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

function bodyOf({ body, upload }: Endpoint, schemaOf: SchemaOf): Json | null {
  const json = body && schemaOf(body, 'input');
  if (upload === null) return json && { required: true, content: { 'application/json': { schema: json } } };
  const file = Object.fromEntries(
    [upload.field, ...(upload.also ?? [])].map((name) => [
      name,
      { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes.` },
    ]),
  );
  const { properties, required, ...rest } = (json ?? { type: 'object' }) as { properties?: Json; required?: string[] };
  const needed = [...(required ?? []), ...(upload.required ? [upload.field] : [])];
  const form = { ...rest, properties: { ...properties, ...file }, ...(needed.length > 0 ? { required: needed } : {}) };
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: form },
      ...(json === null || upload.required ? {} : { 'application/json': { schema: json } }),
    },
  };
}

function responsesOf(endpoint: Endpoint, schemaOf: SchemaOf): Json {
  const headers = { [REQUEST_ID_HEADER]: { $ref: '#/components/headers/RequestId' } };
  return { ...doneOf(endpoint, headers, schemaOf), ...refusalsOf(endpoint) };
}

function doneOf({ reply }: Endpoint, headers: Json, schemaOf: SchemaOf): Json {
  if (reply === null) return { 204: { description: 'Done.', headers } };
  const schema = schemaOf(reply, 'output');
  const type = schema['type'] === 'string' ? 'text/csv' : 'application/json';
  return { 200: { description: 'Done.', headers, content: { [type]: { schema } } } };
}
