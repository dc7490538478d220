import * as z from 'zod/v4/core';
import { ErrorBody, IDEMPOTENCY_HEADER, IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';

type Json = { readonly [key: string]: unknown };

/** The OpenAPI 3.1 document of these endpoints: everything in it comes from the contract. */
export function openApiOf(endpoints: readonly Endpoint[], name: string, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints.toSorted((a, b) => a.path.localeCompare(b.path, 'en'))) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: `${name} API`, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'token', description: 'Over https the name is `__Host-token`.' },
      },
    },
  };
}

function operationOf(endpoint: Endpoint): Json {
  const { name, path, summary, access, effect, sudo, feature, idempotent, rate, audit } = endpoint;
  const body = bodyOf(endpoint);
  return {
    operationId: name,
    summary,
    tags: [tagOf(path)],
    security: access === 'public' ? [] : [{ session: [] }],
    parameters: parametersOf(endpoint),
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(endpoint),
    'x-access': access,
    'x-effect': effect,
    'x-sudo': sudo,
    'x-feature': feature,
    'x-idempotent': idempotent,
    'x-rate': rate,
    'x-audit': audit,
  };
}

const tagOf = (path: string) => path.split('/').find((part) => part !== '' && part !== 'v1') ?? 'root';

function schemaOf(schema: z.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

function parametersOf({ params, query, access, effect, idempotent }: Endpoint): Json[] {
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
    ...fieldsOf(params, 'path'),
    ...fieldsOf(query, 'query'),
    ...(access === 'public' ? [] : [header(IDENTITY_HEADER, effect === 'write', forWhom)]),
    ...(idempotent
      ? [header(IDEMPOTENCY_HEADER, false, 'The first answer is given again to a repeated request.')]
      : []),
  ];
}

function fieldsOf(schema: z.$ZodType | null, place: 'path' | 'query'): Json[] {
  if (schema === null) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

function bodyOf({ body, upload }: Endpoint): Json | null {
  const json = body && schemaOf(body, 'input');
  if (upload === null) return json && { required: true, content: { 'application/json': { schema: json } } };
  const file = {
    [upload.field]: { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes.` },
  };
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

function responsesOf({ reply }: Endpoint): Json {
  const refusal = {
    description: 'Refused or failed; `error` is a sentence to show.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  if (reply === null) return { 204: { description: 'Done.' }, default: refusal };
  const schema = schemaOf(reply, 'output');
  const type = schema['type'] === 'string' ? 'text/csv' : 'application/json';
  return { 200: { description: 'Done.', content: { [type]: { schema } } }, default: refusal };
}
