import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readContactability } from '#contract/compliance.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { placeLegalHold } from '#contract/contacts/legal-hold.contract.ts';
import { listErasures, previewErasure, readErasure, revealErasureEvidence } from '#contract/erasures.contract.ts';
import { sealAudit } from '../../server/audit-chain/seal-audit.ts';
import { withAccount } from '../../server/db/tx.ts';
import { removeExpiredEvidence } from '../../server/features/erasures/expired-evidence.ts';
import { openFor } from '../../server/features/erasures/subject-keys.ts';
import { placesOf } from './database-search.ts';
import { type ErasureDesk, NAME, openDesk, VALUES } from './erasure-desk.ts';

let desk: ErasureDesk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const exists = (key: string) =>
  desk.deps.storage.open(key).then(
    (bytes) => bytes.destroy() !== undefined,
    () => false,
  );
const preview = (id: number) => desk.admin.call(previewErasure, { params: { id } });
const read = (id: number) => desk.admin.call(readErasure, { params: { id } });
const rowsOf = async (table: string) => (await desk.sql(`select 1 as id from ${table}`)).length;

async function erase(id: number): Promise<number> {
  const { body } = await desk.request(id);
  await desk.run(body.data.id);
  return body.data.id;
}

describe('an erasure', () => {
  test('leaves none of the person in any table or file', async () => {
    const id = await desk.plant();
    expect((await placesOf(desk.owner, VALUES)).length).toBeGreaterThan(25);

    const { status, body } = await desk.request(id, desk.admin, 'Zyxquil Vorbaskin wrote on June 1');
    await desk.run(body.data.id);

    expect(status).toBe(200);
    expect(await placesOf(desk.owner, VALUES)).toEqual([]);
    const keys = ['file-herons-1', 'print-herons-1', 'import-herons-1', 'recording-gone-1', 'recording-kept-1'];
    expect(await Promise.all(keys.map(exists))).toEqual([false, false, false, false, true]);
    expect((await read(body.data.id)).body.data).toMatchObject({
      status: 'done',
      reason: `[erased ${body.data.id}] wrote on June 1`,
    });
    expect((await desk.admin.call(readContact, { params: { id } })).status).toBe(404);
  });

  test('makes words in the audit log unreadable, and its chain still verifies', async () => {
    const id = await desk.plant();
    const [row] = await desk.sql<{ words: string }>(
      `select detail ->> 'words' as words from audit_log where action = 'contacts.opted_out'`,
    );
    const open = () =>
      withAccount(desk.deps.pool, { accountId: desk.world.accountId }, (tx) =>
        openFor(tx, desk.deps.seal, { type: 'contact', id }, Buffer.from(row?.words ?? '', 'base64')),
      );
    await sealAudit(desk.deps);
    const before = await desk.sql('select seq as id, encode(hash, $1) as hash from audit_chain order by seq', 'hex');
    expect(await open()).toBe('evidence of herons');

    await erase(id);
    await sealAudit(desk.deps);

    expect(await open()).toBe(null);
    const after = await desk.sql('select seq as id, encode(hash, $1) as hash from audit_chain order by seq', 'hex');
    expect(after.slice(0, before.length)).toEqual(before);
  });

  test('keeps what a law asks for, encrypted, for admins to reveal, until its last day', async () => {
    const id = await desk.plant();
    const { body: before } = await preview(id);
    const erasure = await erase(id);

    expect(before.data).toMatchObject({ blocked: null, suppressed: 2, named_elsewhere: 0 });
    expect(before.data.kept.map(({ kind, until, source }) => [kind, until, source])).toContainEqual([
      'recordings',
      '2090-01-01',
      '42 CFR 422.504(d)',
    ]);
    const reveal = () => desk.admin.call(revealErasureEvidence, { params: { id: erasure } });
    const { body } = await reveal();
    expect(body.data.identity).toMatchObject({ phones: ['+12105559713'], emails: ['qwelk@vorb.example'] });
    expect(body.data.records.map(({ kind }) => kind).toSorted()).toEqual([
      'calls',
      'calls',
      'consents',
      'decisions',
      'policies',
      'recordings',
    ]);
    expect(await rowsOf(`audit_log where action = 'erasure.revealed'`)).toBe(1);

    await removeExpiredEvidence({ ...desk.deps, now: () => new Date('2090-01-01T12:00:00Z') });
    expect(await exists('recording-kept-1')).toBe(true);
    await removeExpiredEvidence({ ...desk.deps, now: () => new Date('2090-01-02T12:00:00Z') });
    expect([await exists('recording-kept-1'), await rowsOf('call_recordings')]).toEqual([false, 0]);
    expect((await reveal()).status).toBe(404);
    expect(await rowsOf(`subject_keys where subject_type = 'erasure'`)).toBe(0);
  });

  test('keeps a new contact with the number or address from being called, texted and e-mailed', async () => {
    await erase(await desk.plant());
    const again = await desk.add({ owner: 'agent', phone: '+12105559713', email: 'QWELK@vorb.example', state: 'TX' });
    const other = await desk.add({ owner: 'agent', phone: '+12105559714', email: 'other@vorb.example', state: 'TX' });

    const reasons = async (id: number) =>
      Object.fromEntries(
        (await desk.agent.call(readContactability, { params: { id } })).body.data.map((one) => [
          `${one.channel} ${one.purpose}`,
          one.evidence.entry?.evidence ?? one.reason,
        ]),
      );
    expect(await reasons(again)).toMatchObject({
      'call marketing': 'Recorded for an erased person with this phone number.',
      'text marketing': 'Recorded for an erased person with this phone number.',
      'mail marketing': 'Recorded for an erased person with this e-mail address.',
    });
    expect(Object.values(await reasons(other)).join(' ')).not.toContain('erased');
  });

  test('keeps the opt-out of a number that only it has said', async () => {
    await erase(await desk.plant());
    const again = await desk.add({ owner: 'agent', phone: '+12105559713', state: 'TX' });

    const { body } = await desk.agent.call(readContactability, { params: { id: again } });
    expect(body.data.find((one) => one.channel === 'text' && one.purpose === 'service')).toMatchObject({
      allowed: false,
      evidence: { entry: { evidence: 'Recorded for an erased person with this phone number.' } },
    });
    expect(await rowsOf('number_consents')).toBe(0);
  });

  test('takes the contacts that were merged into the person along, and leaves a household and a namesake alone', async () => {
    const id = await desk.plant();
    const merged = await desk.add({ owner: 'agent', first_name: 'Oldspelling', deleted_at: '2026-01-01T00:00:00Z' });
    await desk.sql('update contacts set merged_into_id = $1 where id = $2', id, merged);
    const spouse = await desk.add({ owner: 'agent', ...NAME, phone: '+12105559713' });
    await desk.sql(
      `insert into notes (account_id, contact_id, author_id, body) select account_id, id, owner_id, 'Ask qwelk@vorb.example, 210-555-9713' from contacts where id = $1`,
      spouse,
    );

    expect((await preview(id)).body.data.named_elsewhere).toBe(1);
    await erase(id);

    expect(await desk.sql('select id from contacts')).toEqual([{ id: spouse }]);
    expect(await desk.sql('select body from notes')).toEqual([{ body: 'Ask qwelk@vorb.example, 210-555-9713' }]);
    expect(await desk.sql(`select sentence from exports`)).toEqual([
      { sentence: `Named ${NAME.first_name} ${NAME.last_name}` },
    ]);
  });

  test('has one effect, however often it is requested', async () => {
    const id = await desk.plant();
    const [first, second] = [await desk.request(id), await desk.request(id)];
    await desk.run(first.body.data.id);
    await desk.run(first.body.data.id);

    expect(second.body.data.id).toBe(first.body.data.id);
    expect(await rowsOf('erasures')).toBe(1);
    expect(await rowsOf(`audit_log where action = 'contact.erased'`)).toBe(1);
    expect((await desk.admin.call(listErasures)).body.data).toMatchObject([{ id: first.body.data.id, status: 'done' }]);
  });

  test('continues where a killed process ended, from every step', async () => {
    const id = await desk.plant();
    const { body } = await desk.request(id);
    let kills = 0;
    for (let left = 1; (await read(body.data.id)).body.data.status === 'running'; left += 1) {
      await desk.runUntilKilled(body.data.id, left).catch(() => (kills += 1));
    }

    expect(kills).toBeGreaterThan(10);
    expect(await placesOf(desk.owner, VALUES)).toEqual([]);
    expect(await exists('recording-kept-1')).toBe(true);
  });
});

describe('an erasure is refused', () => {
  test('under legal hold, also of a merged contact, and then nothing is gone', async () => {
    const id = await desk.plant();
    const merged = await desk.add({ owner: 'agent', deleted_at: '2026-01-01T00:00:00Z' });
    await desk.sql('update contacts set merged_into_id = $1 where id = $2', id, merged);
    await desk.sql(`update contacts set held_at = now(), hold_reason = 'A case' where id = $1`, merged);
    const before = await placesOf(desk.owner, VALUES);

    const { status, body } = await desk.request(id);

    expect([status, body]).toMatchObject([
      409,
      { error: "A contact under legal hold can't be erased. An admin can lift the hold." },
    ]);
    expect((await preview(id)).body.data.blocked).toBe(
      "A contact under legal hold can't be erased. An admin can lift the hold.",
    );
    expect(await placesOf(desk.owner, VALUES)).toEqual(before);
    expect(await rowsOf('erasures')).toBe(0);
  });

  test('by the job when a hold came in between; then it can be requested again', async () => {
    const id = await desk.plant();
    const { body } = await desk.request(id);
    expect((await desk.admin.call(placeLegalHold, { params: { id }, body: { reason: 'A case' } })).status).toBe(409);
    await desk.sql('update contacts set held_at = now() where id = $1', id);

    await desk.run(body.data.id);

    expect((await read(body.data.id)).body.data).toMatchObject({ status: 'refused', reason: 'Letter of June 1' });
    expect(await rowsOf('notes')).toBe(1);
    await desk.sql('update contacts set held_at = null where id = $1', id);
    expect((await desk.request(id)).body.data.id).not.toBe(body.data.id);
  });

  test('to agents, without recent re-authentication, without a reason, and during a call', async () => {
    const id = await desk.plant();
    expect((await desk.request(id, desk.agent)).status).toBe(403);
    expect((await desk.request(id, desk.admin, '  ')).status).toBe(422);
    await desk.sql('update calls set ended_at = null where contact_id = $1', id);
    expect((await desk.request(id)).status).toBe(409);
    await desk.sql('update calls set ended_at = now() where contact_id = $1', id);
    await desk.sql('update sessions set sudo_until = null');
    expect(await desk.request(id)).toMatchObject({ status: 403, body: { code: 'sudo_required' } });
    expect(await rowsOf('erasures')).toBe(0);
  });

  test('to another agency, whose rows with the same values stay', async () => {
    const id = await desk.plant();
    const foreign = await desk.addForeign({ ...NAME, phone: '+12105559713' });

    expect((await desk.request(foreign)).status).toBe(404);
    const erasure = await erase(id);

    expect(await placesOf(desk.owner, VALUES)).toEqual([
      'public.contact_words.keys',
      'public.contact_words.word',
      'public.contacts.first_name',
      'public.contacts.last_name',
      'public.contacts.phone',
      'public.contacts.search_text',
      'public.contacts.sort_key',
    ]);
    await desk.sql('update erasures set account_id = $1 where id = $2', desk.world.otherAccountId, erasure);
    expect((await read(erasure)).status).toBe(404);
    expect((await desk.admin.call(listErasures)).body.data).toEqual([]);
  });
});
