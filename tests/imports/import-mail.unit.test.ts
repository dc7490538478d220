import { expect, test } from 'vitest';
import { IMPORT_MAIL_AFTER_MS, mailOfImport } from '../../server/features/imports/run/import-mail.ts';
import { attempt } from './import-fixtures.ts';

const counts = { created: 6_918, updated: 1_102, skipped: 331, problems: 61 };
const mailOf = (more: Parameters<typeof attempt>[0]) =>
  mailOfImport(
    attempt({ id: 41, file_name: 'leads.csv', counts, done_rows: 8_412, ...more }),
    'dana@example.com',
    'Bellwether',
  );

test('the end of a long import is e-mailed with its totals', () => {
  expect(mailOf({ status: 'done', active_ms: IMPORT_MAIL_AFTER_MS })).toEqual({
    to: 'dana@example.com',
    subject: 'leads.csv imported: 8,412 rows',
    text: '6,918 created, 1,102 updated, 331 skipped, 61 problems.\n\nOpen it in Bellwether under Imports, number 41.\n',
  });
});

test('the totals name rows that were imported without some cells', () => {
  expect(mailOf({ status: 'done', active_ms: IMPORT_MAIL_AFTER_MS, unread_rows: 12 })?.text).toBe(
    "6,918 created, 1,102 updated, 331 skipped, 61 problems. 12 rows were imported without cells that can't be read.\n\nOpen it in Bellwether under Imports, number 41.\n",
  );
});

test('a short import is not worth a mail', () => {
  expect(mailOf({ status: 'done', active_ms: IMPORT_MAIL_AFTER_MS - 1 })).toBeNull();
});

test('a failure is e-mailed with its reason and progress', () => {
  expect(mailOf({ status: 'failed', failure: 'The file ends in the middle of a row.', active_ms: 10 })).toEqual({
    to: 'dana@example.com',
    subject: "leads.csv wasn't imported",
    text: 'The file ends in the middle of a row.\n\n8,412 rows were processed before it failed: 6,918 created, 1,102 updated, 331 skipped, 61 problems.\nOpen it in Bellwether under Imports, number 41.\n',
  });
});

test('a cancelled import sends nothing', () => {
  expect(mailOf({ status: 'cancelled', active_ms: IMPORT_MAIL_AFTER_MS })).toBeNull();
});
