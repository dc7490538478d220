import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { insertConsents } from '../../server/features/compliance/consents.sql.ts';
import { countImported, retractImported } from '../../server/features/compliance/opt-outs.service.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const AT = new Date('2026-07-01T12:00:00Z');

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

test('the entries of an import are retracted once, those of others and of people stay', async () => {
  const [here, gone] = [await office.add({ owner: 'agent' }), await office.add({ owner: 'agent' })];
  await office.owner.query('update contacts set deleted_at = now() where id = $1', [gone]);
  const who = office.identityOf('agent');
  const said = {
    channel: 'call',
    kind: 'do_not_call',
    purpose: 'marketing',
    evidence: 'DNC',
    source: 'import',
  } as const;
  const by = { userId: who.userId, actorId: who.actorId, at: AT, givenAt: AT, expires_on: null, retractsId: null };
  const entry = (contactId: number, importId?: number) => ({
    ...said,
    ...by,
    contactId,
    ...(importId && { importId }),
  });
  const inAgency = <T>(work: Parameters<typeof withAccount<T>>[2]) =>
    withAccount(office.deps.pool, { accountId: office.world.accountId }, work);
  const made = await inAgency((tx) =>
    insertConsents(tx, [entry(here, 7), entry(gone, 7), entry(here, 8), entry(gone)]),
  );
  const ids = made.map(({ id }) => id);

  const counted = await inAgency((tx) => countImported(tx, 7));
  const first = await inAgency((tx) => retractImported(tx, { who, at: AT }, 7, 1));
  const rest = await inAgency((tx) => retractImported(tx, { who, at: AT }, 7, 10));
  const again = await inAgency((tx) => retractImported(tx, { who, at: AT }, 7, 10));

  expect(counted).toEqual({ opt_outs: 2, opt_ins: 0 });
  expect([first, rest, again].map(({ opt_outs }) => opt_outs)).toEqual([1, 1, 0]);
  const { rows } = await office.owner.query(
    `select retracts_id as id, evidence from contact_consents where kind = 'retracted' order by retracts_id`,
  );
  expect(rows).toEqual(ids.slice(0, 2).map((id) => ({ id, evidence: 'Import undone.' })));
});
