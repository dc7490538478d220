import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/v4/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { plainCell, send } from './cells.ts';
import { bare, defOf, exampleOf, PRESENT } from './example-of.ts';
import { type Actor, type Credentials, credentialsOf, type MatrixWorld, openMatrixWorld } from './matrix-world.ts';
import { nameThings } from './named-things.ts';
import { expected } from './oracle.ts';
import { requestOf } from './requests.ts';
import { askedEndpoints } from './run-matrix.ts';
import { openStock, type Stock } from './stock.ts';
import { hashesOf } from './tenant-rows.ts';

/** What a body must not carry unless its schema names it. */
const PROTECTED = [
  'id',
  'account_id',
  'accountId',
  'business_unit_id',
  'user_id',
  'owner',
  'owner_id',
  'actor_id',
  'author_id',
  'manager_id',
  'pool_id',
  'role',
  'roles',
  'admin',
  'sub_admin',
  'bu_admin',
  'basic',
  'manager',
  'permissions',
  'scopes',
  'account_type',
  'paid_user',
  'paid_membership',
  'balance',
  'admin_status',
  'active',
  'status',
  'deleted_at',
  'version',
  'tos_accepted',
  'two_fa_required',
  'password_hash',
  'sudo_until',
] as const;
/** A parser that takes them changes prototypes. */
const OF_PROTOTYPES = ['__proto__', 'constructor'] as const;
/** Fields of one request: an answer names each of them. Ours. */
const AT_ONCE = 10;

/** What no parser takes: a prototype. A public call that counts its callers. */
const EARLIER = [400, 429];

/** Milliseconds for thousands of requests on a machine that does other things as well. Ours. */
const LONG_MS = 120_000;

/** Tables that every request moves, whether it is refused or not. */
const RESTLESS = ['sessions', 'api_keys', 'api_requests', 'users', 'idempotency_keys', 'audit_log'];

let world: MatrixWorld;
let stock: Stock;
beforeAll(async () => {
  world = await openMatrixWorld();
  stock = openStock(world);
}, 120_000);
afterAll(() => world.it.close());

/** A place of a body that takes fields: its dotted path, and the fields that it names. */
interface Level {
  readonly path: string;
  readonly fields: ReadonlySet<string>;
}

/** Every object of a body that an example holds. */
function levelsOf(schema: z.$ZodType, example: unknown, path = ''): Level[] {
  const inner = bare(schema);
  const { type, shape = {}, options = [], element } = defOf(inner);
  if (Array.isArray(example))
    return element === undefined || example.length === 0 ? [] : levelsOf(element, example[0], `${path}.0`);
  if (typeof example !== 'object' || example === null) return [];
  if (type === 'union') return options.flatMap((option) => levelsOf(option, example, path)).slice(0, 1);
  if (type !== 'object') return [];
  const own = { path, fields: new Set(Object.keys(shape)) };
  const below = Object.entries(shape).flatMap(([name, field]) =>
    levelsOf(field, (example as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
  );
  return [own, ...below];
}

/** The example with more fields. */
function injected(example: unknown, path: string, fields: readonly string[], value: unknown): string {
  const copy: unknown = JSON.parse(JSON.stringify(example ?? {}));
  let place = copy as Record<string, unknown>;
  for (const step of path.split('.').filter(Boolean)) place = place[step] as Record<string, unknown>;
  // A plain assignment would set the prototype.
  for (const field of fields) Object.defineProperty(place, field, { value, enumerable: true });
  return JSON.stringify(copy);
}

interface Body {
  readonly endpoint: Endpoint;
  /** With every field that may be left out. */
  readonly example: unknown;
  readonly level: Level;
}

/** Every object of every body of a write. */
function bodies(): Body[] {
  return askedEndpoints(world).flatMap((endpoint) => {
    if (endpoint.effect !== 'write' || endpoint.body === null) return [];
    const example: unknown = JSON.parse(JSON.stringify(exampleOf(endpoint.body, () => PRESENT)));
    return levelsOf(endpoint.body, example).map((level) => ({ endpoint, level, example }));
  });
}

/** Of the fields, those that a request with all of them was not refused for. */
async function taken(
  actor: Actor,
  credentials: Credentials,
  body: Body,
  fields: readonly string[],
  value: unknown,
): Promise<readonly string[]> {
  const { endpoint, level, example } = body;
  const cell = plainCell(endpoint, actor);
  const { values } = await nameThings(stock, cell);
  const headers = { 'content-type': 'application/json' };
  const payload = injected(example, level.path, fields, value);
  const { statusCode, body: answer } = await send(world, credentials, {
    ...requestOf(endpoint, values),
    headers,
    payload,
  });
  const { statuses } = expected(cell);
  const denied = statuses.length === 1 && statuses.includes(statusCode);
  // A call that must carry a file is refused without one before its fields are looked at.
  const isFileless = endpoint.upload?.required === true && statusCode === 422 && answer.includes('"file":[');
  if (denied || isFileless || EARLIER.includes(statusCode)) return [];
  const named = (field: string) => (level.path === '' ? field : `${level.path}.${field}`);
  return fields.filter((field) => statusCode !== 422 || !answer.includes(`"${named(field)}":["Unknown field."]`));
}

const inTens = (fields: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(fields.length / AT_ONCE) }, (_, at) => fields.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

const still = async () => {
  const hashes = await hashesOf(world.it.owner, world.accountOf.x);
  const { rows } = await world.it.owner.query(`select to_jsonb(u) - 'last_seen_at' as row from users u order by id`);
  return { ...Object.fromEntries(Object.entries(hashes).filter(([table]) => !RESTLESS.includes(table))), people: rows };
};

const actorNamed = (name: string) => world.actors.find((actor) => actor.name === name) as Actor;

describe('a field that a body does not name', () => {
  test.each(['admin', 'bu_admin', 'agent'])(
    'is refused in every body of every write of %s, and nothing changes',
    async (name) => {
      const actor = actorNamed(name);
      const credentials = await credentialsOf(world, actor, 'open');
      const wrong: string[] = [];
      const all = bodies();
      for (const { endpoint } of all) await nameThings(stock, plainCell(endpoint, actor));
      const before = await still();
      for (const body of all) {
        const unnamed = PROTECTED.filter((field) => !body.level.fields.has(field));
        const requests = [...inTens(unnamed), ...OF_PROTOTYPES.map((field) => [field])];
        for (const fields of requests) {
          const through = await taken(actor, credentials, body, fields, 1);
          wrong.push(...through.map((field) => `${body.endpoint.name} ${body.level.path}.${field}`));
        }
      }

      expect(wrong).toEqual([]);
      expect(await still()).toEqual(before);
    },
    LONG_MS,
  );

  test(
    'is refused from everybody, whatever its value',
    async () => {
      const credentials = new Map(
        await Promise.all(
          world.actors.map(async (actor) => [actor.name, await credentialsOf(world, actor, 'open')] as const),
        ),
      );
      const all = bodies();
      for (const actor of world.actors) {
        for (const { endpoint } of all) await nameThings(stock, plainCell(endpoint, actor));
      }
      const before = await still();

      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...world.actors),
          fc.constantFrom(...all),
          fc.constantFrom(...PROTECTED, ...OF_PROTOTYPES),
          fc.oneof(fc.jsonValue(), fc.constantFrom(true, 1, 'admin', ['admin'], null)),
          async (actor, body, field, value) => {
            fc.pre(!body.level.fields.has(field));
            expect(await taken(actor, credentials.get(actor.name) ?? {}, body, [field], value)).toEqual([]);
          },
        ),
        { numRuns: 600, seed: 9 },
      );

      expect(await still()).toEqual(before);
    },
    LONG_MS,
  );
});

describe('a field that only who decides for the account may set', () => {
  const ACCOUNT_WIDE = [
    'business_unit_id',
    'c_1',
    'aris',
    'wallet_feature_enabled',
    'regional_manager_enabled',
    'max_plus_plan',
  ];

  test.each(ACCOUNT_WIDE)('%s is refused from who leads a business unit', async (field) => {
    const actor = actorNamed('bu_admin');
    const before = await still();
    const wrong: string[] = [];
    for (const found of bodies()) {
      const { endpoint, level } = found;
      if (!level.fields.has(field) || endpoint.method === 'POST') continue;
      const { values } = await nameThings(stock, plainCell(endpoint, actor));
      const where = `${level.path}.${field}`;
      const asked = requestOf(endpoint, new Map([...values, [`body.${where}`, valueOf(found, field)]]));
      const { statusCode, body } = await send(world, await credentialsOf(world, actor, 'open'), asked);
      if (statusCode !== 422 || !body.includes(`"${where}":`)) wrong.push(`${endpoint.name}: ${statusCode} ${body}`);
    }

    expect(wrong).toEqual([]);
    expect(await still()).toEqual(before);
  });

  const valueOf = ({ example, level }: Body, field: string): unknown =>
    level.path
      .split('.')
      .filter(Boolean)
      .concat(field)
      .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], example);
});
