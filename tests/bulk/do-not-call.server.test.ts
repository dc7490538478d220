import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BulkReply,
  listRefusedRows,
  OPT_OUT_CHANNELS,
  type OptOutChannel,
  readSelectedItems,
  recordDoNotCallOfGroup,
  undoBulkJob,
  updateTagsOfGroup,
} from '#contract/bulk.contract.ts';
import * as compliance from '#contract/compliance.contract.ts';
import { CONSENT_CHANNELS, CONSENT_KINDS, CONSENT_PURPOSES } from '#contract/compliance/consent-kinds.contract.ts';
import { updateContact } from '#contract/contacts.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { lastWord, type LedgerEntry } from '#rules/compliance/consent-ledger.ts';
import { withAccount } from '../../server/db/tx.ts';
import { missingOptOuts } from '../../server/features/compliance/opt-outs.service.ts';
import { type BulkDesk, openBulkDesk } from './bulk-desk.ts';

let it: BulkDesk;
let dnc: number;
beforeAll(async () => {
  it = await openBulkDesk();
  dnc = await it.tag('DNC');
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, bulk_jobs, bulk_rows, events, audit_log cascade'));

let added = 0;
const add = (more: { owner?: string; deleted_at?: string; tag_ids?: number[] } = {}) => {
  added += 1;
  const phone = `+1212555${String(added).padStart(4, '0')}`;
  return it.add({ owner: 'agent', phone, email: `p${added}@mail.test`, state: 'NY', ...more });
};
type Stopping = { ids: number[]; channels?: OptOutChannel[]; evidence?: string; dry_run?: boolean };
const said = { channels: ['call' as const], source: 'scrub' as const, evidence: 'List of November.' };
const stop = (body: Stopping) => it.agent.call(recordDoNotCallOfGroup, { body: { ...said, ...body } });
const record = (id: number, body: Partial<Body<typeof compliance.recordConsent>>) =>
  it.agent.call(compliance.recordConsent, {
    params: { id },
    body: { channel: 'call', kind: 'given', evidence: 'Said so on the phone.', ...body },
  });
const ledger = async (id: number) => (await it.agent.call(compliance.listConsents, { params: { id } })).body.data;
const kinds = async (id: number) =>
  (await ledger(id)).map(
    ({ kind, channel, retracted }) => `${kind} ${channel}${retracted === null ? '' : ' retracted'}`,
  );
const reasons = async (id: number) =>
  (await it.agent.call(compliance.readContactability, { params: { id } })).body.data
    .filter(({ purpose }) => purpose === 'marketing')
    .map(({ channel, reason }) => `${channel} ${reason}`);
const jobOf = ({ data: { job } }: BulkReply) => job!;
const undo = async (id: number) => (await it.agent.call(undoBulkJob, { params: { id } })).body.data;

describe('Do Not Call for many', () => {
  test('counts who has opted out already and who would, without effect', async () => {
    const [fresh, out] = [await add(), await add()];
    const gone = await add({ deleted_at: '2026-01-01T00:00:00Z' });
    await record(out, { kind: 'withdrawn', channel: 'any' });

    const { body } = await stop({ ids: [fresh, out, gone], dry_run: true });

    expect(body.data.check).toEqual({
      total: 3,
      counts: { changed: 1, unchanged: 1, refused: 1 },
      opt_outs: 1,
      by_reason: [{ reason: 'deleted', contacts: 1 }],
    });
    expect(await ledger(fresh)).toEqual([]);
  });

  test('stops calls and texts immediately, with the evidence in the ledger and one row of the audit log', async () => {
    const ids = [await add(), await add()];

    const { body } = await stop({ ids, channels: ['text', 'call'] });

    expect([body.data.ids, jobOf(body).status, jobOf(body).counts.changed]).toEqual([ids, 'done', 2]);
    expect(await reasons(ids[0]!)).toEqual(['call do_not_call', 'text do_not_call', expect.stringMatching(/^mail no/)]);
    const entries = await ledger(ids[0]!);
    expect(entries).toMatchObject([
      { kind: 'do_not_call', channel: 'call', purpose: 'marketing', source: 'scrub', evidence: 'List of November.' },
    ]);
    expect(entries[0]?.user?.id).toBe(it.identityOf('agent').userId);
    const log = await it.sql<{ action: string }>(`select action from audit_log where action like 'contacts.%'`);
    expect(log).toEqual([{ action: 'contacts.opted_out' }]);
    const told = await it.sql(`select from events where body ->> 'type' = 'contact.changed'`);
    expect(told.length).toBe(2);
  });

  test('adds only what is missing: e-mail for who is on the list already', async () => {
    const id = await add();
    await stop({ ids: [id] });

    const { body } = await stop({ ids: [id], channels: ['call', 'text', 'mail'] });

    expect([jobOf(body).counts.changed, await kinds(id)]).toEqual([1, ['withdrawn mail', 'do_not_call call']]);
    expect(await reasons(id)).toContain('mail withdrawn');
  });

  test('asks for evidence and a channel', async () => {
    const ids = [await add()];
    expect((await stop({ ids, evidence: ' ' })).status).toBe(422);
    expect((await stop({ ids, channels: [] })).status).toBe(422);
    const counted = await it.agent.call(readSelectedItems, {
      body: {
        selection: { ids },
        changes: [{ action: 'do_not_call', channels: ['call'], source: 'other', evidence: '' }],
      },
    });
    expect(counted.body.data.checks[0]?.counts.changed).toBe(1);
  });

  test('of a whole list is a job that can be undone', async () => {
    await it.many('agent', 250);
    const { body } = await it.agent.call(recordDoNotCallOfGroup, {
      body: { ...said, contacts_scope: { contact_group: 'mine' } },
    });
    const { id } = jobOf(body);
    await it.run(id);
    expect((await it.read(id)).counts).toEqual({ changed: 250, unchanged: 0, refused: 0 });
    expect((await it.sql(`select from contact_consents where kind = 'do_not_call'`)).length).toBe(250);

    await undo(id);
    await it.undo(id);

    expect((await it.read(id)).undo).toEqual({ put_back: 250, kept: 0 });
    const retractions = await it.sql(
      `select from contact_consents where kind = 'retracted' and evidence = 'Bulk change undone.'`,
    );
    expect(retractions.length).toBe(250);
  });
});

describe('the undo', () => {
  test('retracts exactly what the change recorded, whatever else changed since', async () => {
    const [a, b] = [await add(), await add()];
    const { body } = await stop({ ids: [a, b], channels: ['call', 'mail'] });
    await record(b, { kind: 'do_not_call', purpose: 'marketing' });
    await it.agent.call(updateContact, { params: { id: a }, body: { contact: { city: 'Naples' } } });

    const after = await undo(jobOf(body).id);

    expect([after.status, after.undo]).toEqual(['undone', { put_back: 2, kept: 0 }]);
    expect((await kinds(a)).toSorted()).toEqual(['do_not_call call retracted', 'withdrawn mail retracted']);
    expect((await reasons(a)).join()).not.toContain('do_not_call');
    expect(await reasons(b)).toContain('call do_not_call');
    expect((await kinds(b)).filter((kind) => !kind.endsWith('retracted'))).toEqual(['do_not_call call']);
  });

  test('is by the user who undoes it, and skips entries that were retracted since', async () => {
    const [a, b] = [await add(), await add()];
    const { body } = await stop({ ids: [a, b] });
    const own = (await ledger(a))[0]?.id ?? 0;
    await it.agent.call(compliance.retractConsent, { params: { id: a, consentId: own } });

    const after = await it.manager.call(undoBulkJob, { params: { id: jobOf(body).id } });

    expect(after.body.data.undo).toEqual({ put_back: 1, kept: 1 });
    const kept = await it.agent.call(listRefusedRows, { params: { id: jobOf(body).id }, query: { of: 'undo' } });
    expect(kept.body.data.map(({ contact, reason }) => [contact?.id, reason])).toEqual([[a, 'changed_since']]);
    expect((await ledger(b))[0]?.retracted?.user?.id).toBe(it.identityOf('manager').userId);
  });
});

describe('a tag that means Do Not Call', () => {
  const tag = (ids: number[], more: Partial<Body<typeof updateTagsOfGroup>> = {}) =>
    it.agent.call(updateTagsOfGroup, { body: { ids, tag_ids: [dnc], do_not_call: true, ...more } });

  test('records it in the same run, also for who has the tag already', async () => {
    const [plain, tagged, both] = [await add(), await add({ tag_ids: [dnc] }), await add({ tag_ids: [dnc] })];
    await stop({ ids: [both] });
    const counted = await tag([plain, tagged, both], { dry_run: true });
    expect(counted.body.data.check).toMatchObject({ counts: { changed: 2, unchanged: 1 }, opt_outs: 2 });

    const { body } = await tag([plain, tagged, both]);

    expect(jobOf(body).counts).toEqual({ changed: 2, unchanged: 1, refused: 0 });
    expect((await ledger(tagged))[0]).toMatchObject({
      kind: 'do_not_call',
      evidence: 'Tagged “DNC” in a bulk change.',
    });
    const after = await undo(jobOf(body).id);
    expect(after.undo).toEqual({ put_back: 2, kept: 0 });
    expect([await kinds(plain), await kinds(tagged), await kinds(both)]).toEqual([
      ['do_not_call call retracted'],
      ['do_not_call call retracted'],
      ['do_not_call call'],
    ]);
    const tags = await it.sql<{ tag_ids: number[] }>('select tag_ids from contacts order by id');
    expect(tags.map(({ tag_ids: ids }) => ids)).toEqual([[], [dnc], [dnc]]);
  });

  test('is told by the timeline with what it recorded, and what it changed', async () => {
    const [plain, tagged] = [await add(), await add({ tag_ids: [dnc] })];
    const { body } = await tag([plain, tagged]);
    const told = async (id: number) =>
      (await it.agent.call(readTimeline, { params: { id } })).body.data.flatMap(({ what }) =>
        what.of === 'bulk' ? [[what.changed, what.consents, what.undone]] : [],
      );
    const consents = [{ kind: 'do_not_call', channel: 'call', purpose: 'marketing' }];
    expect([await told(plain), await told(tagged)]).toEqual([[[true, consents, false]], [[false, consents, false]]]);
    await undo(jobOf(body).id);
    expect(await told(tagged)).toEqual([[false, consents, true]]);
  });

  test('without the choice stops no call, and cannot be recorded with a tag that is removed', async () => {
    const id = await add();
    await tag([id], { do_not_call: false });
    expect(await ledger(id)).toEqual([]);
    expect((await tag([id], { mode: 'remove' })).status).toBe(422);
  });
});

test('who has opted out is decided as the rules decide it', async () => {
  const now = it.deps.now();
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  const entry = fc.record({
    kind: fc.constantFrom(...CONSENT_KINDS),
    channel: fc.constantFrom(...CONSENT_CHANNELS),
    purpose: fc.constantFrom(...CONSENT_PURPOSES),
    given_at: fc.integer({ min: 1, max: 4 }).map(at),
    expires_on: fc.constantFrom(null, '2020-01-01', '2099-01-01'),
    retracted: fc.boolean(),
  });
  const ledgers = fc.sample(fc.array(entry, { maxLength: 4 }), { numRuns: 400, seed: 7 });
  const ids = await it.many('agent', ledgers.length);
  const rows = ledgers.flatMap((entries, nth) =>
    entries.map((one) => ({ ...one, expires_on: one.kind === 'given' ? one.expires_on : null, contact_id: ids[nth] })),
  );
  await it.sql(
    `with entries as (
       select nextval(pg_get_serial_sequence('contact_consents', 'id')) as id, e.* from jsonb_to_recordset($2::jsonb) as e(
         contact_id bigint, kind text, channel text, purpose text, given_at timestamptz, expires_on date, retracted boolean)
     ), made as (
       insert into contact_consents (id, account_id, contact_id, kind, channel, purpose, given_at, expires_on, evidence, source)
       overriding system value
       select id, $1, contact_id, kind, channel, purpose, given_at, expires_on, '', 'other' from entries)
     insert into contact_consents (account_id, contact_id, kind, channel, purpose, given_at, evidence, source, retracts_id)
     select $1, contact_id, 'retracted', channel, purpose, given_at, '', 'other', id from entries where retracted`,
    [it.world.accountId, JSON.stringify(rows)],
  );
  const found = await withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) =>
    tx.all<{ missing: OptOutChannel[] }>(
      sql<{
        missing: OptOutChannel[];
      }>`select ${missingOptOuts(OPT_OUT_CHANNELS, now)} as missing from contacts c order by id`,
    ),
  );
  const expected = ids.map((id) => {
    const entries = rows.filter((row) => row.contact_id === id && !row.retracted) as unknown as LedgerEntry[];
    const asked = { purpose: 'marketing' as const, at: now.getTime(), day: now.toISOString().slice(0, 10) };
    const isStopped = (channel: OptOutChannel) => lastWord(entries, { ...asked, channel }).stop !== null;
    const isSo = { call: isStopped('call') && isStopped('text'), text: isStopped('text'), mail: isStopped('mail') };
    return OPT_OUT_CHANNELS.filter((channel) => !isSo[channel]);
  });
  expect(found.map(({ missing }) => missing)).toEqual(expected);
});
