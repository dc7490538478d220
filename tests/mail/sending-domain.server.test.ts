import { expect, test } from 'vitest';
import { checkSendingDomain, showSendingDomain } from '#contract/mail/sending-domain.contract.ts';
import { openOffice } from '../_matrix/describe-resource.ts';

const office = openOffice();

test('a check is kept, with what is right, what is missing, and when it was made', async () => {
  const { chief, it } = office();
  const before = (await chief.call(showSendingDomain)).body.data;
  const checked = (await chief.call(checkSendingDomain)).body.data;

  expect(before).toEqual({ domain: 'agency.test', checked_at: null, findings: [], sample: true });
  expect(checked.findings.map(({ proof, reason }) => `${proof} ${reason}`)).toEqual([
    'spf right',
    'dkim not_signed',
    'dmarc only_watches',
  ]);
  expect((await chief.call(showSendingDomain)).body.data).toEqual(checked);
  const { rows } = await it.owner.query<{ n: number }>(
    `select count(*)::int as n from audit_log where action = 'sending_domain.checked'`,
  );
  expect(rows[0]?.n).toBe(1);
  expect((await office().stranger.call(showSendingDomain)).body.data.checked_at).toBeNull();
});

test('agents see nothing of it', async () => expect((await office().agent.call(showSendingDomain)).status).toBe(403));
