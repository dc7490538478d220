import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS } from '../../server/db/migrations.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

const MIGRATION = join(MIGRATIONS, '0037_rule_titles.sql');
const OLD = 'No sales mail to who has opted out';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const titles = async () => {
  const { rows } = await database.pool.query<{ title: string }>(
    `select title from compliance_rules where rule = 'opt_out' and channel = 'mail' order by id`,
  );
  return rows.map(({ title }) => title);
};
const migrate = () => database.pool.query(readFileSync(MIGRATION, 'utf8'));

test('a new database has the corrected title', async () => {
  expect(await titles()).toEqual(['No sales e-mail to people who opted out']);
});

test('only a shipped rule with the old title gets the new one', async () => {
  await database.pool.query(
    `insert into accounts (name, number, domain_name) values ('Own Rules', '1', 'own-rules.test')`,
  );
  await database.pool.query(`update compliance_rules set title = $1 where rule = 'opt_out' and channel = 'mail'`, [
    OLD,
  ]);
  await database.pool.query(
    `insert into compliance_rules (account_id, rule, jurisdiction, channel, purpose, starts_on, title, source)
     select a.id, r.rule, r.jurisdiction, r.channel, r.purpose, r.starts_on, r.title, r.source
     from compliance_rules r, accounts a where r.rule = 'opt_out' and r.channel = 'mail'`,
  );

  await migrate();

  expect(await titles()).toEqual(['No sales e-mail to people who opted out', OLD]);
});

test('another title of the shipped rule stays', async () => {
  await database.pool.query(
    `update compliance_rules set title = 'CAN-SPAM' where rule = 'opt_out' and channel = 'mail'`,
  );

  await migrate();

  expect(new Set(await titles())).toEqual(new Set(['CAN-SPAM']));
});
