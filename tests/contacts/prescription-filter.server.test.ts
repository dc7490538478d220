import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContactFilter, ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { Permission } from '#contract/access.contract.ts';
import { createApiKey } from '#contract/api-access.contract.ts';
import { listContacts as listEndpoint } from '#contract/contacts/contact-list.contract.ts';
import { createQuickFilter, readQuickFilter } from '#contract/quick-filters.contract.ts';
import { updateRxDetails } from '#contract/records/rx-details.contract.ts';
import { type Tx, withAccount } from '../../server/db/tx.ts';
import { changeSelection } from '../../server/features/bulk/bulk.service.ts';
import { openedSelection, pick, sentenceOf } from '../../server/features/bulk/selection.ts';
import { listContacts } from '../../server/features/contacts/list/list-contacts.service.ts';
import { findNeighbours } from '../../server/features/contacts/page/neighbours.service.ts';
import type { Client } from '../_api/app.ts';
import { prescribed } from '../records/prescribed.ts';
import { openTab } from '../session/tab.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;
let bob: number;
let at: number;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  const peer = await office.signIn('peer');
  const people = [
    ['Ana', agent, ['Metformin HCl ER 500 mg tablet', 'Insulin Glargine 100 units/mL']],
    ['Bob', agent, ['ELIQUIS 5mg', 'metformin']],
    ['Cy', agent, ['Insulin lispro', 'Glargine']],
    ['Deb', agent, []],
    ['Flo', peer, ['Eliquis']],
  ] as const;
  for (const [first_name, client, drugs] of people) {
    const id = await office.add({ owner: first_name === 'Flo' ? 'peer' : 'agent', first_name, last_name: 'X' });
    if (first_name === 'Bob') bob = id;
    const body = { prescriptions: drugs.map(prescribed), version: 0 };
    await client.call(updateRxDetails, { params: { id }, body });
  }
  await office.add({ owner: 'agent', first_name: 'Eve', last_name: 'X' });
});
afterAll(() => office.close());
beforeEach(async () => {
  at = Number(
    (await office.owner.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log')).rows[0]?.id,
  );
});

const taking = (value: string | string[], op?: ContactFilter['op']): ContactFilter => ({
  field: 'prescription',
  value,
  ...(op ? { op } : {}),
});
const foundBy = async (...search: ContactFilter[]) =>
  (await office.namesOf('agent', { search })).map((name) => name.split(' ')[0]);
const audited = async () =>
  (
    await office.owner.query<{ action: string; detail: unknown; acting_as_id: number }>(
      'select action, detail, acting_as_id from audit_log where id > $1 order by id',
      [at],
    )
  ).rows;
/** An API key may lack any permission; every role has this one. */
const withoutReveal = (username: string) => {
  const identity = office.identityOf(username);
  return { ...identity, permissions: identity.permissions.filter((one: Permission) => one !== 'contacts.reveal') };
};
const inAccount = <T>(work: (tx: Tx) => Promise<T>) => withAccount(office.deps.pool, office.identityOf('agent'), work);
const scopeOf = (...search: ContactFilter[]) => ContactsScope.parse({ search });

describe('contacts are found by what they take:', () => {
  test('a drug, whatever its strength, form and case', async () => {
    expect(await foundBy(taking('metformin'))).toEqual(['Ana', 'Bob']);
    expect(await foundBy(taking('METFORMIN ER 1000 mg'))).toEqual(['Ana', 'Bob']);
    expect(await foundBy(taking('metform'))).toEqual([]);
  });

  test('several words of one prescription', async () => {
    expect(await foundBy(taking('insulin'))).toEqual(['Ana', 'Cy']);
    expect(await foundBy(taking('glargine insulin'))).toEqual(['Ana']);
  });

  test('one of several drugs, all of several, and none', async () => {
    expect(await foundBy(taking(['eliquis', 'insulin']))).toEqual(['Ana', 'Bob', 'Cy']);
    expect(await foundBy(taking('eliquis'), taking('metformin'))).toEqual(['Bob']);
    expect(await foundBy(taking(['eliquis', 'insulin'], 'not'))).toEqual(['Deb', 'Eve']);
  });

  test('something at all, or nothing', async () => {
    expect(await foundBy(taking('', 'not_empty'))).toEqual(['Ana', 'Bob', 'Cy']);
    expect(await foundBy(taking('', 'empty'))).toEqual(['Deb', 'Eve']);
  });

  test('only of contacts that are seen', async () => {
    expect(await office.namesOf('manager', { search: [taking('eliquis')], contact_group: 'downline' })).toEqual([
      'Bob X',
      'Flo X',
    ]);
    expect(await office.namesOf('stranger', { search: [taking('eliquis')], contact_group: 'all' })).toEqual([]);
  });

  test('by the index of the hashes', async () => {
    const plan = await inAccount(async (tx) => {
      await tx.raw('set local enable_seqscan = off');
      const rows = await tx.raw<{ 'QUERY PLAN': string }>(
        `explain select x.contact_id from rx_words x where x.account_id = app_account_id() and x.hash = any($1::bytea[])
         group by x.contact_id, x.place having count(*) = 1`,
        [[Buffer.alloc(32)]],
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('rx_words_hash');
  });
});

describe('without permission to view prescriptions', () => {
  const words = "You don't have permission to view prescriptions, so you can't search by them.";
  const refused = { code: 'access_denied', message: words };

  test.each([
    ['who takes a drug', taking('eliquis')],
    ['who doesn’t', taking('eliquis', 'not')],
    ['who takes something', taking('', 'not_empty')],
    ['who takes nothing', taking('', 'empty')],
  ])('a list of %s is refused', async (_, filter) => {
    await expect(listContacts(office.deps, withoutReveal('agent'), scopeOf(filter))).rejects.toMatchObject(refused);
  });

  test('so are the neighbors, a bulk change, and an export or print of the list', async () => {
    const identity = withoutReveal('agent');
    const selection = { contacts_scope: scopeOf(taking('eliquis')) };
    const asked = {
      selection,
      change: { action: 'status', status_id: null },
      dryRun: true,
    } as unknown as Parameters<typeof changeSelection>[2];

    await expect(findNeighbours(office.deps, identity, bob, selection.contacts_scope)).rejects.toMatchObject(refused);
    await expect(inAccount((tx) => pick(office.deps, tx, identity, selection))).rejects.toMatchObject(refused);
    await expect(changeSelection(office.deps, { identity, requestId: '' }, asked)).rejects.toMatchObject(refused);
    expect(await audited()).toEqual([]);
  });
});

test('a key without that permission neither lists nor saves nor opens such a view', async () => {
  const tab = await openTab(office, 'agent');
  const { key } = (await tab.call(createApiKey, { body: { name: 'Sync', scopes: ['contacts.read'] } })).body.data;
  const scope = { search: [taking('eliquis')] };
  const view = (await agent.call(createQuickFilter, { body: { name: 'On Eliquis', scope, shared: false } })).body.data;
  const headers = { authorization: `Bearer ${key}`, origin: null } as never;
  const program = office.visitor();
  const answers = [
    await program.call(listEndpoint, { headers, body: { contacts_scope: scope } }),
    await program.call(createQuickFilter, { headers, body: { name: 'Other', scope, shared: false } }),
    await program.call(readQuickFilter, { headers, params: { id: view.id } }),
  ];

  expect(answers.map(({ status, body }) => [status, (body as { error?: string }).error])).toEqual(
    answers.map(() => [403, "You don't have permission to view prescriptions, so you can't search by them."]),
  );
});

describe('a search by a drug', () => {
  test('is a row in the audit log, which has the drugs masked', async () => {
    await foundBy(taking(['eliquis', 'Metformin']), taking('xanax', 'not'));

    expect(await audited()).toEqual([
      {
        action: 'prescriptions.searched',
        detail: { drugs: ['e*****', 'M*****', 'x*****'] },
        acting_as_id: office.identityOf('agent').userId,
      },
    ]);
  });

  test('for whether there are prescriptions is none: their number is no secret', async () => {
    await foundBy(taking('', 'empty'));

    expect(await audited()).toEqual([]);
  });

  test('is limited to 60 a minute, like reveals', async () => {
    const identity = office.identityOf('chief');
    const search = () => listContacts(office.deps, identity, scopeOf(taking('eliquis')));
    for (let calls = 0; calls < 60; calls += 1) await search();

    await expect(search()).rejects.toMatchObject({ code: 'too_many' });
  });

  test('waits until all prescriptions have their words, so that it leaves no one out', async () => {
    await office.owner.query('update rx_details set words_version = null where contact_id = $1', [bob]);
    const refusal = { code: 'unavailable', message: expect.stringContaining('being prepared') as string };

    await expect(foundBy(taking('eliquis'))).rejects.toMatchObject(refusal);
    await expect(foundBy(taking('', 'empty'))).rejects.toMatchObject(refusal);
    await office.owner.query('update rx_details set words_version = version');
    expect(await foundBy(taking('eliquis'))).toEqual(['Bob']);
  });
});

test('a stored selection has its drugs encrypted and its sentence masks them', async () => {
  const selection = { contacts_scope: scopeOf(taking('eliquis'), taking('', 'not_empty')) };
  const identity = office.identityOf('agent');
  const change = { action: 'status', status_id: null };
  const asked = { selection, change, dryRun: false } as unknown as Parameters<typeof changeSelection>[2];
  await changeSelection(office.deps, { identity, requestId: 'r' }, asked);
  const { rows } = await office.owner.query<{ selection: typeof selection; sentence: string; total: number }>(
    'select selection, sentence, total from bulk_jobs order by id desc limit 1',
  );
  const [job] = rows;

  expect([job?.total, job?.sentence]).toEqual([1, 'Mine, takes e*****, takes any prescriptions']);
  expect(JSON.stringify(job).toLowerCase()).not.toContain('eliquis');
  expect(job && openedSelection(office.deps.seal, job.selection)).toEqual({
    contacts_scope: scopeOf(taking(['eliquis']), taking('', 'not_empty')),
  });
  expect(await inAccount((tx) => sentenceOf(tx, identity, selection))).toBe(job?.sentence);
});
