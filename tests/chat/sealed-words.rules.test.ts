import { expect, test } from 'vitest';
import { maskSealed } from '#rules/insurance/sealed-words.ts';

test.each([
  [
    'SSN 123-45-6789, 123 45 6789, 123–45–6789 or 123456789',
    `SSN ${Array(3).fill('***-**-6789').join(', ')} or ***-**-6789`,
  ],
  ['1EG4-TE5-MK73, 1eg4te5mk73 and 1EG4.TE5.MK73', `${Array(2).fill('****-***-MK73').join(', ')} and ****-***-MK73`],
  ['account number 12345678901, routing 021000021', 'account number ****8901, routing ****0021'],
  ['4111 1111 1111 1111 or 4111111111111111', '****1111 or ****1111'],
  ['SSN １２３-４５-６７８９', 'SSN ***-**-6789'],
])('%s is masked', (text, masked) => {
  expect(maskSealed(text)).toBe(masked);
});

test.each([
  'Plan G for 78701-1234, aged 67, from 2027-01-01',
  '(512) 555-0142, 512-555-0142, 5125550142 or +15125550142',
  'a new Medicare card in 2026',
  'an account 2026-01-15 or contact 104233',
  '٩٨٧٦',
])('%s stays', (text) => {
  expect(maskSealed(text)).toBe(text);
});
