import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { readContact, updateTagsOfContact } from '#contract/contacts.contract.ts';
import { Id } from '#contract/_wire.contract.ts';
import { contractEndpoints } from '../_api/contract-endpoints.ts';
import { exampleOf, PRESENT } from './example-of.ts';
import { targetsOf } from './places.ts';

describe('what a field names', () => {
  test('is known for every endpoint of the contract', () => {
    expect(contractEndpoints.flatMap(targetsOf).length).toBeGreaterThan(40);
  });

  test.each([
    ['in its path', { ...readContact, path: '/v1/others/:id' }, 'id'],
    ['by its name', { ...updateTagsOfContact, path: '/v1/others' }, 'contact_id'],
    ['by its schema', { ...updateTagsOfContact, body: z.strictObject({ whom: z.optional(Id) }) }, 'whom'],
  ])('must be said of a new field that is an id %s', (_, endpoint, field) => {
    expect(() => targetsOf(endpoint)).toThrow(
      `takes "${field}", and the matrix does not know what that names. Add a line to PLACES in tests/_matrix/places.ts`,
    );
  });
});

describe('an example', () => {
  test.each(contractEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of what %s takes is valid, with and without optional fields',
    (_, { params, query, body }) => {
      for (const schema of [params, query, body]) {
        if (schema === null) continue;
        for (const example of [exampleOf(schema), exampleOf(schema, () => PRESENT)]) {
          const sent: unknown = example === undefined ? undefined : JSON.parse(JSON.stringify(example));
          expect(z.safeParse(schema as z.ZodMiniType, sent).error).toBeUndefined();
        }
      }
    },
  );

  test('holds what is given, in lists and in options of a union', () => {
    const schema = z.strictObject({
      one: z.optional(Id),
      many: z.array(Id),
      either: z.union([z.literal('mine'), Id]),
      other: z.optional(z.string()),
    });
    const given = new Map([
      ['one', 7],
      ['many', 8],
      ['either', 9],
    ]);

    expect(exampleOf(schema, (path) => given.get(path))).toEqual({ one: 7, many: [8], either: 9 });
  });
});
