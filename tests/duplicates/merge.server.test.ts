import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool, deletePool } from '#contract/pools.contract.ts';
import { deleteContacts, restoreContacts } from '#contract/bulk.contract.ts';
import { readContact, updateContact } from '#contract/contacts.contract.ts';
import { updateLinkedContact } from '#contract/contacts/person.contract.ts';
import {
  dismissDuplicates,
  findDuplicates,
  listDuplicates,
  listMerges,
  mergeContacts,
  undoMerge,
} from '#contract/duplicates.contract.ts';
import { readRxDetails } from '#contract/records/rx-details.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { type DuplicatesDesk, openDuplicatesDesk } from './duplicates-desk.ts';
import { differing, hang, LONE_LINKS, merge, rowsOf, unmerge } from './merge-world.ts';

let it: DuplicatesDesk;
beforeAll(async () => {
  it = await openDuplicatesDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql(
    'truncate contacts, contact_counts, duplicate_checks, favorite_lists, merges, events, audit_log, data_keys restart identity cascade',
  ),
);

const ana = { first_name: 'Ana', last_name: 'Lopez' };
const PHONES = ['+15125550142', '+12125550100', '+13035550111'] as const;

const two = async () => {
  const a = await it.person({ ...ana, phone: PHONES[0], tag_ids: [1], company: 'Acme' });
  const b = await it.person({
    ...ana,
    first_name: 'Anna',
    phone: PHONES[1],
    email: 'ana@example.com',
    tag_ids: [2],
    city: 'Austin',
  });
  return [a, b] as const;
};
const columnsOf = async (id: number, columns: string) =>
  (await it.sql<Record<string, unknown>>(`select ${columns} from contacts where id = $1`, [id]))[0];

describe('a merge', () => {
  test('keeps the values of the survivor, fills its gaps and unites the tags', async () => {
    const [a, b] = await two();
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a });
    expect(await columnsOf(a, 'first_name, phone, phone_2, email, company, city, tag_ids, version')).toEqual({
      first_name: 'Ana',
      phone: PHONES[0],
      phone_2: PHONES[1],
      email: 'ana@example.com',
      company: 'Acme',
      city: 'Austin',
      tag_ids: [1, 2],
      version: 2,
    });
    expect(await columnsOf(b, 'merged_into_id, deleted_at is not null as deleted, version')).toEqual({
      merged_into_id: a,
      deleted: true,
      version: 2,
    });
    expect([done?.survivor.name, done?.merged.map(({ id }) => id), done?.undone_at]).toEqual(['Ana Lopez', [b], null]);
  });

  test('takes the values that were chosen', async () => {
    const [a, b] = await two();
    await merge(it, { ids: [a, b], survivor_id: a, fields: { first_name: b, phone: b } });
    expect(await columnsOf(a, 'first_name, phone, phone_2')).toEqual({
      first_name: 'Anna',
      phone: PHONES[1],
      phone_2: PHONES[0],
    });
  });

  test('is previewed with what survives, also where a value moves to another place', async () => {
    const [a, b] = await two();
    const { preview } = await merge(it, {
      ids: [a, b],
      survivor_id: a,
      fields: { first_name: b, phone: b },
      dry_run: true,
    });
    const surviving = preview.fields
      .filter(({ field }) => ['first_name', 'phone', 'phone_2'].includes(field))
      .map(({ field, from_id, text }) => [field, from_id, text]);

    expect(surviving).toEqual([
      ['first_name', b, 'Anna'],
      ['phone', b, formatPhone(PHONES[1])],
      ['phone_2', a, formatPhone(PHONES[0])],
    ]);
  });

  test("moves related records, and reports what can't be combined", async () => {
    const [a, b] = await two();
    await hang(it, a);
    await hang(it, b);
    const { preview } = await merge(it, { ids: [a, b], survivor_id: a });
    const left = await it.sql<{ left: number }>(
      `select (select count(*) from notes where contact_id = $1) + (select count(*) from policies where contact_id = $1)
         + (select count(*) from files where contact_id = $1) + (select count(*) from favorite_items where item_id = $1) as left`,
      [b],
    );
    expect(left).toEqual([{ left: 0 }]);
    expect(preview.moves.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      'notes 1',
      'files 1',
      'policies 1',
      'securities 1',
      'emails 1',
      'activities 1',
      'calls 1',
      'texts 1',
      'workflow_logs 1',
      'data_captures 1',
      'tags 1',
      'favorites 1',
      'consents 2',
    ]);
    const number = Number((await columnsOf(b, 'number'))?.['number']);
    expect(preview.warnings).toEqual(
      ['what Medicare knows', 'the Rx list', 'the Social Security number'].map(
        (what) => `Both contacts have one: the ${what} of #${number} stays with #${number}.`,
      ),
    );
  });

  test('keeps the contact with the most related records, even if the other one has more fields', async () => {
    const [a, b] = await two();
    await it.sql(
      `insert into notes (account_id, contact_id, author_id, body)
       select account_id, id, owner_id, 'Renewal in March' from contacts where id = $1`,
      [a],
    );
    const { preview } = await merge(it, { ids: [a, b], dry_run: true });
    expect(preview.survivor_id).toBe(a);
  });

  test('a dry run says the same and does nothing', async () => {
    const [a, b] = await two();
    await hang(it, b);
    const before = await rowsOf(it);
    const dry = await merge(it, { ids: [a, b], survivor_id: a, dry_run: true });
    expect([dry.merge, differing(before, await rowsOf(it)), await it.sql('select from merges')]).toEqual([
      null,
      [],
      [],
    ]);
    const wet = await merge(it, { ids: [a, b], survivor_id: a });
    expect(wet.preview).toEqual(dry.preview);
  });

  test('what is sealed for one contact opens in the other', async () => {
    const [a, b] = await two();
    await hang(it, b);
    await merge(it, { ids: [a, b], survivor_id: a });
    const { body } = await it.admin.call(readRxDetails, { params: { id: a } });
    expect([body.data.count, body.data.version]).toEqual([0, 1]);
  });

  test('a third phone stays behind, and that is said', async () => {
    const [a, b] = await two();
    const c = await it.person({ ...ana, phone: PHONES[2] });
    const { preview } = await merge(it, { ids: [a, b, c], survivor_id: a });
    expect(preview.warnings).toEqual([
      expect.stringMatching(/^A contact can have two phone numbers: 1-303-555-0111 stays/),
    ]);
  });

  test('fills the e-mail with a second one, of which no check is known', async () => {
    const a = await it.person(ana);
    const b = await it.person({ ...ana, email_2: 'ana@example.com' });
    const before = await rowsOf(it);
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a });
    expect(await columnsOf(a, 'email, email_2, email_status')).toEqual({
      email: 'ana@example.com',
      email_2: null,
      email_status: 'unchecked',
    });
    const { kept } = await unmerge(it, done?.id ?? 0);
    expect([differing(before, await rowsOf(it)), kept]).toEqual([[], []]);
  });

  test("keeps the merged contact's different people, until it is undone", async () => {
    const [b, a, c] = [await it.person({ ...ana, phone: PHONES[0] }), await it.person(ana), await it.person(ana)];
    await it.check();
    await it.admin.call(dismissDuplicates, { body: { ids: [b, c] } });
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a });
    await it.check();
    const offered = async () => {
      const { data } = (await it.admin.call(listDuplicates, { query: {} })).body;
      const found = await it.admin.call(findDuplicates, { body: { ...ana, except_id: a } });
      const named = await it.list('admin', { contact_group: 'all', duplicate: { is_duplicate: true } });
      return [
        data.map(({ key }) => key),
        found.body.data.map(({ contact }) => contact.id),
        named.data.map(({ id }) => id).toSorted((one, other) => one - other),
      ];
    };
    expect([await it.pairs(), await offered()]).toEqual([[`${a} ${c} likely`], [[], [], []]]);
    await unmerge(it, done?.id ?? 0);
    expect(await it.sql('select low_id, high_id from duplicate_dismissals')).toEqual([{ low_id: b, high_id: c }]);
  });

  test('a stop of one is stronger than a later consent of the other, and stays of its import', async () => {
    const [a, b] = await two();
    const say = (id: number, kind: string, at: string) =>
      it.sql(
        `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at, import_id)
         values ($1, $2, 'call', $3, 'said so', 'asked', $4, case when $3 = 'do_not_call' then 7 end)`,
        [it.world.accountId, id, kind, at],
      );
    await say(b, 'do_not_call', '2026-01-01');
    await say(a, 'given', '2026-02-01');
    await merge(it, { ids: [a, b], survivor_id: a });
    const last = await it.sql(
      `select kind, import_id from contact_consents where contact_id = $1 order by given_at desc, id desc limit 1`,
      [a],
    );
    expect(last).toEqual([{ kind: 'do_not_call', import_id: 7 }]);
  });

  test("the merged one's partner is linked to the survivor", async () => {
    const [a, b] = await two();
    const wife = await it.person({ first_name: 'Eva' });
    await it.sql('update contacts set linked_contact_id = $2 where id = $1', [b, wife]);
    await it.sql('update contacts set linked_contact_id = $2 where id = $1', [wife, b]);
    await merge(it, { ids: [a, b], survivor_id: a });
    expect([await columnsOf(a, 'linked_contact_id'), await columnsOf(wife, 'linked_contact_id')]).toEqual([
      { linked_contact_id: wife },
      { linked_contact_id: a },
    ]);
  });

  test('a new owner is in the transfer history, and so is the way back', async () => {
    const a = await it.person(ana);
    const b = await it.add({ owner: 'peer', ...ana });
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a, fields: { owner_id: b } });
    await unmerge(it, done?.id ?? 0);
    const { agent, peer } = it.world.people;
    expect(
      await it.sql('select contact_id, reason, from_owner_id, to_owner_id from contact_owner_changes order by id'),
    ).toEqual([
      { contact_id: a, reason: 'merged', from_owner_id: agent.id, to_owner_id: peer.id },
      { contact_id: a, reason: 'unmerged', from_owner_id: peer.id, to_owner_id: agent.id },
    ]);
  });

  test('an owner of another business unit is chosen with consent only', async () => {
    const a = await it.person(ana);
    const b = await it.add({ owner: 'far', ...ana });
    const body = { ids: [a, b], survivor_id: a, fields: { owner_id: b } };
    const dry = await merge(it, { ...body, dry_run: true });
    const refused = await it.admin.call(mergeContacts, { body });
    expect([dry.preview.warnings, refused.status]).toEqual([
      [
        expect.stringMatching(
          /^You can't choose the owner: Ana Lopez has no consent to be shared with another business unit \(/,
        ),
      ],
      422,
    ]);
    await it.sql(
      `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at)
       values ($1, $2, 'share', 'given', 'said so', 'asked', '2026-01-01')`,
      [it.world.accountId, b],
    );
    expect((await merge(it, body)).preview.warnings).toEqual([]);
    expect(await columnsOf(a, 'owner_id, business_unit_id')).toEqual({
      owner_id: it.identityOf('far').userId,
      business_unit_id: it.identityOf('far').businessUnitId,
    });
  });

  test("is refused when the brand doesn't allow it, and for contacts that can't be merged", async () => {
    const [a, b] = await two();
    const agent = await it.agent.call(mergeContacts, { body: { ids: [a, b] } });
    const same = await it.admin.call(mergeContacts, { body: { ids: [a, a] } });
    const unknown = await it.admin.call(mergeContacts, { body: { ids: [a, 900_000] } });
    const other = await it.admin.call(mergeContacts, { body: { ids: [a, b], survivor_id: 900_000 } });
    const late = await it.admin.call(mergeContacts, { body: { ids: [a, b], versions: [{ id: b, version: 7 }] } });
    await merge(it, { ids: [a, b], survivor_id: a });
    const again = await it.admin.call(mergeContacts, { body: { ids: [a, b] } });
    expect([agent, same, unknown, other, late, again].map(({ status }) => status)).toEqual([
      403, 422, 404, 422, 409, 409,
    ]);
  });

  test('every contact has an audit row, and the owners are notified', async () => {
    const [a, b] = await two();
    await merge(it, { ids: [a, b], survivor_id: a });
    expect(await it.sql(`select action, subject_id from audit_log where subject_type = 'contact' order by id`)).toEqual(
      [
        { action: 'contacts.merged', subject_id: a },
        { action: 'contacts.merged', subject_id: b },
      ],
    );
    const told = await it.sql<{ ids: number[] }>(
      `select body -> 'ids' as ids from events where body ->> 'type' = 'contacts.changed'`,
    );
    expect(told).toEqual([{ ids: [a, b] }]);
  });
});

describe('a contact that is a part of another one', () => {
  test('leads to it, is in no list and cannot be restored', async () => {
    const [a, b] = await two();
    await merge(it, { ids: [a, b], survivor_id: a });
    const { body } = await it.agent.call(readContact, { params: { id: b }, query: {} });
    expect(body.data.merged_into).toMatchObject({ id: a, name: 'Ana Lopez' });
    const { data, meta } = await it.list('agent', { contact_group: 'deleted', for_contact_group_all: true });
    expect([data, meta.groups]).toEqual([[], { mine: 1, downline: 0, all: 1, deleted: 0 }]);
    const back = await it.agent.call(restoreContacts, { body: { ids: [b] } });
    expect(back.body.data.job?.counts).toEqual({ changed: 0, unchanged: 0, refused: 1 });
  });
});

test('a contact that is a part of one that is not seen says so', async () => {
  const a = await it.add({ owner: 'far', ...ana });
  const b = await it.person(ana);
  await merge(it, { ids: [a, b], survivor_id: a });
  const { status, body } = await it.agent.call(updateContact, {
    params: { id: b },
    query: {},
    body: { contact: { company: 'Acme' } },
  });
  expect([status, (body as { error?: string }).error]).toEqual([409, 'This contact was merged into another contact.']);
});

test('a pool goes with none but contacts that are a part of another one in it', async () => {
  const [a, b] = await two();
  const { id } = (await it.admin.call(createPool, { body: { name: 'Old', holder_ids: [] } })).body.data;
  await it.sql('update contacts set pool_id = $2 where id = $1', [b, id]);
  const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a, fields: { pool_id: a } });
  expect((await it.admin.call(deletePool, { params: { id } })).status).toBe(204);
  expect([(await unmerge(it, done?.id ?? 0)).kept, await columnsOf(b, 'pool_id')]).toEqual([[], { pool_id: null }]);
});

describe('taking a merge apart', () => {
  test('restores everything unchanged since, only once', async () => {
    const [a, b] = await two();
    await hang(it, a);
    await hang(it, b);
    const before = await rowsOf(it);
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a });
    const undone = await unmerge(it, done?.id ?? 0);
    expect([differing(before, await rowsOf(it)), undone.kept]).toEqual([[], []]);
    expect(await unmerge(it, undone.id)).toEqual(undone);
    expect((await it.admin.call(listMerges, { query: { contact_id: b } })).body.data).toEqual([undone]);
    await it.check();
    expect(await it.pairs()).toEqual([]);
  });

  test('says what the survivor had that is gone since', async () => {
    const [group] = await it.sql<{ id: number }>(
      `insert into groups (account_id, name) values ($1, 'Golf') returning id`,
      [it.world.accountId],
    );
    const [a, b] = [await it.person(ana), await it.person({ ...ana, company: 'Acme' })];
    await it.sql('update contacts set group_id = $2 where id = $1', [a, group?.id]);
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a, fields: { group_id: b } });
    await it.sql('delete from groups where id = $1', [group?.id]);
    const { kept } = await unmerge(it, done?.id ?? 0);
    expect([kept, await columnsOf(a, 'group_id, company')]).toEqual([
      ['The previous group of Ana Lopez no longer exists.'],
      { group_id: null, company: '' },
    ]);
  });

  test('links no one to a contact that was merged into another one', async () => {
    const [a, b] = await two();
    const [wife, other] = [await it.person({ first_name: 'Eva' }), await it.person({ first_name: 'Eve' })];
    await it.admin.call(updateLinkedContact, { params: { id: b }, body: { linked_contact_id: wife } });
    const first = await merge(it, { ids: [a, b], survivor_id: a });
    const second = await merge(it, { ids: [other, wife], survivor_id: other });
    const { kept } = await unmerge(it, first.merge?.id ?? 0);
    expect(kept).toEqual([
      'The linked contact of Ana Lopez was changed since and stays as it is.',
      'Anna Lopez is no longer linked: the link was changed since.',
    ]);
    await unmerge(it, second.merge?.id ?? 0);
    expect(await it.sql(LONE_LINKS)).toEqual([]);
  });

  test('of a contact that took another number with the same extension gives both back', async () => {
    const a = await it.person({ ...ana, phone: PHONES[0], phone_ext: '45' });
    const b = await it.person({ ...ana, phone: PHONES[1], phone_ext: '45' });
    const numbers = () => columnsOf(a, 'phone, phone_ext, phone_2, phone_2_ext');
    const before = await numbers();
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a, fields: { phone: b } });
    expect(await numbers()).toEqual({ phone: PHONES[1], phone_ext: '45', phone_2: PHONES[0], phone_2_ext: '45' });

    expect((await unmerge(it, done?.id ?? 0)).kept).toEqual([]);
    expect(await numbers()).toEqual(before);
  });

  test('leaves a number that was changed since with its extension', async () => {
    const a = await it.person({ ...ana, phone: PHONES[0], phone_ext: '45' });
    const b = await it.person({ ...ana, phone: PHONES[1], phone_ext: '7' });
    const { merge: done } = await merge(it, { ids: [a, b], survivor_id: a, fields: { phone: b } });
    const contact = { phone: `${PHONES[2]} x7`, phone_2: `${PHONES[0]} x46` };
    await it.admin.call(updateContact, { params: { id: a }, body: { contact } });

    const { kept } = await unmerge(it, done?.id ?? 0);
    expect(await columnsOf(a, 'phone, phone_ext, phone_2, phone_2_ext')).toEqual({
      phone: PHONES[2],
      phone_ext: '7',
      phone_2: PHONES[0],
      phone_2_ext: '46',
    });
    expect(kept).toEqual([
      'The phone of Ana Lopez was changed since and stays as it is.',
      'The second phone of Ana Lopez was changed since and stays as it is.',
    ]);
  });

  test('asks for a later merge to be undone first, and for a deleted survivor to be restored', async () => {
    const [a, b] = await two();
    const c = await it.person(ana);
    const first = await merge(it, { ids: [a, b], survivor_id: a });
    const later = await merge(it, { ids: [a, c], survivor_id: a });
    const undo = (id = 0) => it.admin.call(undoMerge, { params: { id } });
    expect((await undo(first.merge?.id)).status).toBe(409);
    expect((await undo(later.merge?.id)).status).toBe(200);
    await it.agent.call(deleteContacts, { body: { ids: [a] } });
    expect((await undo(first.merge?.id)).status).toBe(409);
  });
});
