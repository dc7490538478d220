import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { readHealth } from '#contract/health.contract.ts';
import { updateTheme } from '#contract/profile.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { createApiKey } from '#contract/api-access.contract.ts';
import { cancelSubscription } from '#contract/billing.contract.ts';
import { startImport } from '#contract/imports.contract.ts';
import { startSso } from '#contract/session/sign-in.contract.ts';
import { createTag, listTags, updateTag } from '#contract/tags.contract.ts';
import { openApiOf } from '../../server/openapi.ts';
import { contractEndpoints } from './contract-endpoints.ts';

type Json = { readonly [key: string]: unknown };
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[];
  readonly requestBody?: { content: Record<string, { schema?: Json }> };
  readonly responses: Record<string, Response & { $ref?: string }>;
}
interface Response {
  readonly description: string;
  readonly content?: Record<string, { schema?: Json; example?: Json }>;
}
interface Document {
  readonly openapi: string;
  readonly info: Json;
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, Json>> & { responses: Record<string, Response> };
}

const document = openApiOf(contractEndpoints, 'Bellwether', '1') as unknown as Document;
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, method, ...call })),
);
const callOf = (name: string) => calls.find(({ operationId }) => operationId === name);

/** Every object in the document, with the way to it. */
function* objectsIn(node: unknown, way = '#'): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [way, node as Json];
  for (const [key, value] of Object.entries(node)) yield* objectsIn(value, `${way}/${key}`);
}

const found = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);

/** A fixed field of the document may be named so as well, and is no reference then. */
const referencesIn = [...objectsIn(document)].filter(([, node]) => typeof node['$ref'] === 'string');

const responseOf = (response: Response & { $ref?: string }): Response =>
  response.$ref === undefined ? response : (found(response.$ref) as Response);

/** Whole numbers that the database keeps in 4 bytes. */
const INT4 = 2 ** 31 - 1;

test('every whole number in a request other than an id fits into what keeps it', () => {
  const given = calls.flatMap(({ operationId, parameters, requestBody }) =>
    [
      ...parameters.flatMap(({ name, schema }) => [...objectsIn(schema, `${operationId}/${name}`)]),
      ...objectsIn(requestBody, operationId),
    ].filter(([, { type }]) => type === 'integer'),
  );
  // Ids and amounts of records have 8 bytes.
  const isWide = (way: string) =>
    /(?:^|[/_])(?:ids?|owner|pool|tags|updated_lead_tags|calendars|target|\w+_cents)$|[a-z]Id$|mergeContacts.*fields$/u.test(
      way.replace(/(?:\/(?:items|anyOf\/\d+|additionalProperties))+$/u, ''),
    );
  const fits = ({ minimum, exclusiveMinimum, maximum }: Json) =>
    Number(minimum ?? exclusiveMinimum) >= -INT4 && Number(maximum) <= INT4;
  const loose = given.filter(([way, schema]) => !isWide(way) && !fits(schema));

  expect(given.length).toBeGreaterThan(100);
  expect(loose.map(([way]) => way)).toEqual([]);
});

describe('by the rules of OpenAPI 3.1 the document', () => {
  test('has what it must have, and nothing that it does not know', () => {
    expect(Object.keys(document).toSorted()).toEqual(['components', 'info', 'openapi', 'paths', 'servers', 'tags']);
    expect(document.info).toMatchObject({ title: 'Bellwether API', version: '1' });
    const known = ['headers', 'responses', 'schemas', 'securitySchemes'];
    expect(Object.keys(document.components).toSorted()).toEqual(known);
  });

  test('passes the linter of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });

    // Ids are numbers, so `/contacts/{id}/notes` and `/contacts/bulk_jobs/{id}` never meet. The addresses are the product's.
    const rest = found.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths');
    expect(rest.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  }, 60_000);

  test('leads every reference to something', () => {
    expect(referencesIn.length).toBeGreaterThan(500);
    expect(referencesIn.filter(([, { $ref }]) => found(String($ref)) === undefined)).toEqual([]);
  });

  test('names every call once', () => {
    const names = calls.map(({ operationId }) => operationId);

    expect(names.length).toBe(contractEndpoints.length);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  test('declares the parameters of every path, each once, as required', () => {
    const wrong = calls.filter(({ path, parameters }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      return inPath.join() !== declared.map(({ name }) => name).join() || declared.some(({ required }) => !required);
    });
    const twice = calls.filter(
      ({ parameters }) => new Set(parameters.map(({ name, in: place }) => `${place} ${name}`)).size < parameters.length,
    );

    expect([wrong, twice]).toEqual([[], []]);
  });

  test('describes every answer, and gives a schema to each that has a body', () => {
    const bare = calls.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status, response]) => {
          const { description, content } = responseOf(response);
          const bodies = Object.values(content ?? {});
          const hasBody = status !== '204';
          return description === '' || hasBody !== bodies.length > 0 || bodies.some(({ schema }) => !schema);
        })
        .map(([status]) => [operationId, status]),
    );

    expect(bare).toEqual([]);
  });

  test('sends no body with a GET', () => {
    expect(calls.filter(({ method, requestBody }) => method === 'get' && requestBody !== undefined)).toEqual([]);
  });

  test('asks only for proofs that it declares', () => {
    const asked = new Set(calls.flatMap(({ security }) => security.flatMap((proof) => Object.keys(proof))));

    expect([...asked].toSorted()).toEqual(Object.keys(document.components['securitySchemes'] ?? {}).toSorted());
  });
});

describe('a reader of the document learns', () => {
  test('to which feature a call belongs, and what that is', () => {
    const described = document.tags.map(({ name }) => name);

    expect(
      calls.filter(({ tags: [tag = ''] }) => !described.includes(tag)).map(({ operationId }) => operationId),
    ).toEqual([]);
    expect(document.tags.find(({ name }) => name === 'imports')).toEqual({
      name: 'imports',
      description: 'Files of contacts, from upload to undo.',
    });
  });

  test('which permission it needs, how often it may be called and what is kept of it', () => {
    expect(callOf(createTag.name)?.description).toBe(
      'For who may create and change contacts: permission and scope `contacts.write`. ' +
        'At most 6,000 such calls a minute. The audit log keeps it as `tag.created`.',
    );
    expect(callOf(readHealth.name)?.description).toMatch(/^Anybody may call it\./);
  });

  test('who may call it with a key', () => {
    const [session, apiKey] = [{ session: [] }, { apiKey: [] }];

    expect([callOf(updateTag.name)?.security, callOf(updateTheme.name)?.security]).toEqual([
      [session, apiKey],
      [session],
    ]);
    expect([callOf(createApiKey.name)?.security, callOf(readHealth.name)?.security]).toEqual([[session], []]);
  });

  test('which refusals a call may meet, by their codes and with an example', () => {
    expect(Object.keys(callOf(readContact.name)?.responses ?? {})).toEqual([
      '200',
      '401',
      '403',
      '404',
      '409',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(document.components.responses['Refused403']).toMatchObject({
      description:
        'Not for this caller, or a proof of identity or something that the caller owes is due. ' +
        'Code `access_denied`, `sudo_required`, `terms_due`, `payment_due`, `password_due`, `two_factor_due`.',
      content: { 'application/json': { example: { code: 'access_denied', errors: {} } } },
    });
  });
});

test.each([
  ['a read without parameters', listTags, '401 403 409 429 500 503'],
  ['a public read', readHealth, '401 409 429 500 503'],
  ['an id in the body', startImport, '400 401 403 404 409 422 429 500 503'],
  ['a write without a body that takes a key', cancelSubscription, '400 401 403 409 422 429 500 503'],
  ['what only some installations have', startSso, '400 401 403 404 409 429 500 503'],
])('the statuses of a refusal follow from the declarations: %s', (_, { name }, statuses) => {
  expect(Object.keys(callOf(name)?.responses ?? {}).filter((status) => !status.startsWith('2'))).toEqual(
    statuses.split(' '),
  );
});

test('in OpenAPI 3.0, which the page reads, the document has the same calls and nothing that only 3.1 knows', () => {
  const older = openApiOf(contractEndpoints, 'Bellwether', '1', '3.0.3') as unknown as Document;
  const NEWER = ['const', 'prefixItems', 'propertyNames', 'patternProperties', '$defs', 'examples', 'identifier'];
  const isNewer = (node: Json) =>
    NEWER.some((key) => key in node) || node['type'] === 'null' || Array.isArray(node['type']);
  const isProperty = (way: string) => way.endsWith('/properties');

  expect(older.openapi).toBe('3.0.3');
  expect(Object.keys(older.paths)).toEqual(Object.keys(document.paths));
  expect([...objectsIn(older)].filter(([way, node]) => !isProperty(way) && isNewer(node)).map(([way]) => way)).toEqual(
    [],
  );
});
