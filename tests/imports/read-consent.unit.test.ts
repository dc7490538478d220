import { expect, test } from 'vitest';
import type { ConsentField } from '#contract/imports/consent-columns.contract.ts';
import { normaliseRow } from '../../server/features/imports/cells/normalise-row.ts';
import { consentsIn } from '../../server/features/imports/consents/row-consents.ts';

/** What a cell says, or why it can't be read. */
function read(field: ConsentField, label: string, cell: string): string {
  const fields = [
    { index: 0, field: 'first_name' },
    { index: 1, field, label },
  ] as const;
  const row = normaliseRow(['Ana', cell], false, { width: 2, today: '2026-11-24', fields });
  if (row.kind !== 'good') return row.kind;
  const [unread] = row.unread;
  if (unread !== undefined) return unread.message;
  return consentsIn(row.values)
    .map(({ channel, says, on }) => [channel, says, on].filter(Boolean).join(' '))
    .join();
}

test.each([
  ['consent_mail', 'Email Opt Out', 'Yes', 'mail out'],
  ['consent_mail', 'Email Opt Out', 'No', ''],
  ['consent_mail', 'Email Opt Out', 'Subscribed', 'mail in'],
  ['consent_mail', 'Email Opt Out', '2025-03-04', 'mail out 2025-03-04'],
  ['consent_text', 'SMS consent', 'yes', 'text in'],
  ['consent_text', 'SMS consent', '0', 'text out'],
  ['consent_text', 'SMS consent', 'n/a', ''],
  ['consent_text', 'SMS consent', '3/4/2025 2:10 PM', 'text in 2025-03-04'],
  ['consent_text', 'SMS consent', '3/4/2027', 'Text consent "3/4/2027" is in the future.'],
  ['consent_text', 'SMS consent', 'later', 'Text consent "later" is unknown.'],
  ['consent_call', 'Opt In/Out', 'opted out', 'call out'],
  ['consent_call', 'Opt In/Out', 'Yes', '"Yes" below "Opt In/Out" can be an opt-in or an opt-out.'],
  ['do_not_call', 'DNC', 'x', 'call out'],
  ['do_not_call', 'DNC', 'No', ''],
  ['do_not_call', 'Allowed', 'Yes', 'call out'],
  ['do_not_call', 'DNC', 'OK to call', ''],
] as const)('%s below %j: %j is %j', (field, label, cell, says) => {
  expect(read(field, label, cell)).toBe(says);
});
