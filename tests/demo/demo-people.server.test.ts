import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoWorld } from '../../server/features/demo/load-demo-world.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await loadDemoWorld({ databaseUrl: database.url });
});
afterAll(() => database.close());

const usernames = async (condition: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ username: string }>(
    `select username from users where ${condition} order by id`,
  );
  return rows.map(({ username }) => username);
};

test('there is one person for each guard and plan', async () => {
  expect({
    unpaid: await usernames('not paid_user'),
    mustChangePassword: await usernames('change_password'),
    mustUseTwoFactor: await usernames('two_fa_required'),
    newToTerms: await usernames('tos_accepted is null'),
    premium: await usernames(`max_plus_plan = 'premium' and wallet_feature_enabled`),
  }).toEqual({
    unpaid: ['noor'],
    mustChangePassword: ['caleb'],
    mustUseTwoFactor: ['wyatt'],
    newToTerms: ['terrell'],
    premium: ['agent'],
  });
});

test('all users have their own phone, from the fictional numbers', async () => {
  expect(await usernames(`phone !~ '^\\+1[2-9][0-9]{2}55501[0-9]{2}$'`)).toEqual([]);
  const { rows } = await database.pool.query('select count(*) as all, count(distinct phone) as different from users');
  expect(rows[0]).toMatchObject({ all: rows[0].different });
});

test('the relationship manager is assigned to the own agency and another one', async () => {
  const { rows } = await database.pool.query(
    `select u.username, a.number from account_assignments s join users u on u.id = s.user_id
     join accounts a on a.id = s.assigned_account_id order by a.number`,
  );

  expect(rows).toEqual([
    { username: 'relationship', number: 'A-100' },
    { username: 'relationship', number: 'A-200' },
  ]);
});

test('the manager has changed contacts together, and can undo it', async () => {
  const { rows } = await database.pool.query(
    `select u.username, j.status, j.changed > 0 as changed, j.finished_at > now() - interval '7 days' as undoable,
       (select count(*) = j.total and bool_and(c.version = r.version_after
            and to_jsonb(array_remove(c.tag_ids, (j.change -> 'tag_ids' ->> 0)::bigint)) = r.before -> 'tag_ids')
        from bulk_rows r join contacts c on c.id = r.contact_id where r.job_id = j.id) as true_to_rows
     from bulk_jobs j join users u on u.id = j.user_id order by j.id limit 1`,
  );
  expect(rows).toEqual([{ username: 'manager', status: 'done', changed: true, undoable: true, true_to_rows: true }]);
});
