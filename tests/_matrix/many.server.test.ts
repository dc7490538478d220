import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as bulk from '#contract/bulk.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { openMailingGroup, openSmsGroup, sendBroadcastEmail, sendBroadcastSms } from '#contract/broadcasts.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createMailerAssignment } from '#contract/mailer-kits.contract.ts';
import { batchPrint } from '#contract/printing.contract.ts';
import { purchaseMobileValidation, verifyGroup } from '#contract/verifications.contract.ts';
import { canaryOf } from './canaries.ts';
import { send } from './cells.ts';
import { kindOf } from './kinds.ts';
import { type Actor, credentialsOf, type MatrixWorld, openMatrixWorld, type Relation } from './matrix-world.ts';
import { nameOf, whereOf } from './named-things.ts';
import { type Target, targetsOf } from './places.ts';
import { requestOf } from './requests.ts';
import { askedEndpoints, forEveryActor } from './run-matrix.ts';
import { openStock } from './stock.ts';
import type { Thing } from './things.ts';

let world: MatrixWorld;
beforeAll(async () => {
  world = await openMatrixWorld();
}, 120_000);
afterAll(() => world.it.close());

/** Takes many contacts, and leaves them as they are. */
const CHANGES_NONE: readonly string[] = [
  // None of them can be reached.
  bulk.startSequenceOfGroup.name,
  batchPrint.name,
  purchaseMobileValidation.name,
  verifyGroup.name,
  createMailerAssignment.name,
  openMailingGroup.name,
  openSmsGroup.name,
  sendBroadcastEmail.name,
  sendBroadcastSms.name,
];

/** Takes those of the caller: their workflow is for no others. */
const TAKES_OWN: readonly string[] = [bulk.startWorkflowOfGroup.name];

/** Takes those in reach, and refuses a list without any. */
const LEAVES_OUT: readonly string[] = [purchaseMobileValidation.name, verifyGroup.name, createMailerAssignment.name];

const IN_ITEMS: readonly Target['kind'][] = ['anyReference', 'product', 'workflowCategory'];

/** Every field of the contract that names many rows in a write. */
const lists = (): (readonly [Endpoint, Target])[] =>
  askedEndpoints(world).flatMap((endpoint) =>
    endpoint.effect === 'write'
      ? targetsOf(endpoint).flatMap((target) =>
          // A product or a category stands in each item, with more about it.
          target.many && !IN_ITEMS.includes(target.kind) ? [[endpoint, target] as const] : [],
        )
      : [],
  );

interface Named {
  readonly relation: Relation;
  readonly thing: Thing;
  readonly isOpen: boolean;
}

/** One of each relation in one list; deleted ones only where they are wanted. */
async function mixed(endpoint: Endpoint, target: Target, actor: Actor): Promise<Named[]> {
  const { relations, verdict, make } = kindOf(target.kind);
  const wantsDeleted = endpoint.path.endsWith('/restore');
  const named: Named[] = [];
  for (const relation of relations) {
    if (relation === 'deleted' && !wantsDeleted) continue;
    const thing = await make(world, actor, relation, '');
    // Restoring needs deleted ones of everyone.
    if (wantsDeleted && thing.row !== null)
      await world.it.owner.query('update contacts set deleted_at = now() where id = $1', [thing.id]);
    named.push({ relation, thing, isOpen: verdict({ actor, relation, endpoint, words: {} }) === 'open' });
  }
  return named;
}

/** Rows with what is recorded for them in the ledger of consents, and the campaigns and workflows that were started for them. */
const rowsOf = async (named: readonly Named[]): Promise<Map<Relation, string>> => {
  const found = new Map<Relation, string>();
  for (const { relation, thing } of named) {
    if (thing.row === null) continue;
    const { rows } = await world.it.owner.query<{ row: string }>(
      `select jsonb_build_array(to_jsonb(t), (
         select count(*) from contact_consents e where $2 = 'contacts' and e.contact_id = t.id), (
         select count(*) from sequence_enrollments e where $2 = 'contacts' and e.contact_id = t.id), (
         select count(*) from wf_runs r where $2 = 'contacts' and r.contact_id = t.id))::text as row
       from ${thing.row.table} t where id = $1`,
      [thing.row.id, thing.row.table],
    );
    found.set(relation, rows[0]?.row ?? '');
  }
  return found;
};

describe('a list of ids in which some are out of reach', () => {
  test('is known for every write that takes many', () => {
    expect(lists().map(([endpoint, target]) => `${endpoint.name} ${whereOf(target)}`)).toContain(
      'deleteContacts body.ids',
    );
  });

  test('changes those in reach and leaves the others as they were', async () => {
    const wrong: string[] = [];
    await forEveryActor(world, async (actor) => {
      if (actor.by === 'nobody') return;
      const stock = openStock(world);
      for (const [endpoint, target] of lists()) {
        const named = await mixed(endpoint, target, actor);
        const values = new Map<string, unknown>([[whereOf(target), named.map(({ thing }) => thing.id)]]);
        for (const other of targetsOf(endpoint)) {
          const isElse = other.path.includes('contacts_scope') || other.kind === 'pool' || other.kind === 'importOwner';
          if (other === target || isElse) continue;
          values.set(whereOf(other), (await stock.take({ actor, endpoint }, other.kind, 'own')).id);
        }
        const before = await rowsOf(named);
        const response = await send(world, await credentialsOf(world, actor, 'open'), requestOf(endpoint, values));
        const after = await rowsOf(named);

        const mayAll = response.statusCode < 300;
        const name = `${endpoint.name} as ${actor.name}: ${response.statusCode}`;
        const isWhole = target.absent !== 200 && !LEAVES_OUT.includes(endpoint.name);
        if (isWhole && mayAll) wrong.push(`${name}, though one is out of reach`);
        for (const { relation, isOpen } of named) {
          const changed = before.get(relation) !== after.get(relation);
          const isMeant = mayAll && target.absent === 200 && isOpen && before.has(relation);
          const isTaken =
            !CHANGES_NONE.includes(endpoint.name) && (relation === 'own' || !TAKES_OWN.includes(endpoint.name));
          const expected = isMeant && isTaken;
          if (changed !== expected) wrong.push(`${name}: ${relation} ${changed ? 'changed' : 'did not change'}`);
        }
      }
    });

    expect(wrong).toEqual([]);
  });

  test.each<[string, string, boolean]>([
    ['own', 'agent', true],
    ['downline', 'manager', true],
    ['otherUnit', 'admin', true],
    ['peer', 'agent', false],
    ['otherAccount', 'admin', false],
    ['otherAccount', 'other_admin', false],
  ])('answers the ids that changed: those of %s for %s: %s', async (relation, name, allowed) => {
    const actor = world.actors.find((one) => one.name === name) as Actor;
    const { make } = kindOf('contact');
    const { id } = await make(world, actor, relation as Relation, '');

    const removed = await write(actor, bulk.deleteContacts, { 'body.ids': [id] });
    await world.it.owner.query('update contacts set deleted_at = now() where id = $1', [id]);
    const restored = await write(actor, bulk.restoreContacts, { 'body.ids': [id] });

    const ids = allowed ? [id] : [];
    expect([JSON.parse(removed.body), JSON.parse(restored.body)]).toMatchObject([{ data: { ids } }, { data: { ids } }]);
  });
});

const write = async (actor: Actor, endpoint: Endpoint, values: Record<string, unknown>) =>
  send(world, await credentialsOf(world, actor, 'open'), requestOf(endpoint, new Map(Object.entries(values))));

describe('a filter of a list', () => {
  test.each(['import_id', 'tag'] as const)('by %s of another account finds nothing', async (field) => {
    const actor = world.actors.find(({ name }) => name === 'admin') as Actor;
    const foreign = await kindOf(field === 'tag' ? 'tag' : 'attempt').make(world, actor, 'otherAccount', 'done');
    const theirs = actor.cast.otherAccount;
    await world.it.owner.query(
      `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, tag_ids, import_id) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        theirs.accountId,
        7_000_000 + foreign.id,
        theirs.unitId,
        theirs.id,
        canaryOf('q', 'shared'),
        [foreign.id],
        foreign.id,
      ],
    );

    const scope = {
      'body.contacts_scope.search': [{ field, value: String(foreign.id), op: 'is' }],
      'body.contacts_scope.contact_group': 'all',
    };
    const answer = await write(actor, listContacts, scope);

    expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([200, { data: [] }]);
  });
});

describe('every write', () => {
  const writes = () => askedEndpoints(world).filter(({ effect, access }) => effect === 'write' && access !== 'public');
  const asked = async (headers: (actor: Actor) => Record<string, string>) => {
    const actor = world.actors.find(({ name }) => name === 'admin') as Actor;
    const stock = openStock(world);
    const answers: Record<string, string> = {};
    for (const endpoint of writes()) {
      const values = new Map<string, unknown>();
      for (const target of targetsOf(endpoint)) {
        const thing = await stock.take({ actor, endpoint }, target.kind, 'own');
        values.set(whereOf(target), nameOf(target, thing));
      }
      const credentials = { ...(await credentialsOf(world, actor, 'open')), ...headers(actor) };
      const { statusCode, body } = await send(world, credentials, requestOf(endpoint, values));
      answers[endpoint.name] = `${statusCode} ${(JSON.parse(body || '{}') as { code?: string }).code}`;
    }
    return { answers, tampered: await stock.tampered() };
  };

  test("with another identity than the cookie's changes nothing", async () => {
    const { answers, tampered } = await asked(({ cast }) => ({ 'x-identity': `${cast.peer.id}:0` }));

    expect([new Set(Object.values(answers)), tampered]).toEqual([new Set(['409 identity_changed']), []]);
  });

  test('from a page of another site changes nothing', async () => {
    const { answers, tampered } = await asked(() => ({ origin: 'https://elsewhere.test' }));

    expect([new Set(Object.values(answers)), tampered]).toEqual([new Set(['403 access_denied']), []]);
  });
});
