import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { openApp, type TestApp } from './app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
  await Promise.all([it.signIn('agent'), it.signIn('outsider')]);
});
afterAll(() => it.close());

/** Tables that hold rows of accounts. */
const isolated = async (): Promise<string[]> => {
  const { rows } = await it.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
};

describe('row-level security', () => {
  test('is forced on every table that holds rows of accounts', async () => {
    const { rows } = await it.owner.query(
      'select relname from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)',
      [await isolated()],
    );

    expect(rows).toEqual([]);
  });

  test('hides every row from a query without an account', async () => {
    const seen: Record<string, number> = {};
    for (const table of [...(await isolated()), 'accounts']) {
      const { rows } = await it.deps.pool.query<{ total: number }>(`select count(*)::int as total from ${table}`);
      if (rows[0]?.total !== 0) seen[table] = rows[0]?.total ?? -1;
    }

    expect(seen).toEqual({});
  });

  test('shows the rows of one account and none of another', async () => {
    const { accountId } = it.world;

    const seen = await withAccount(it.deps.pool, { accountId }, (tx) =>
      tx.raw('select distinct account_id from users union select distinct account_id from sessions'),
    );

    expect(seen).toEqual([{ account_id: accountId }]);
  });

  test('blocks writes into another account', async () => {
    const { accountId, otherAccountId } = it.world;

    const written = withAccount(it.deps.pool, { accountId }, (tx) =>
      tx.raw('insert into tags (account_id, name) values ($1, $2)', [otherAccountId, 'theirs']),
    );

    await expect(written).rejects.toThrow(/row-level security/);
  });

  test('forgets the account with its transaction', async () => {
    await withAccount(it.deps.pool, { accountId: it.world.accountId }, () => Promise.resolve());

    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        it.deps.pool.query<{ total: number }>('select count(*)::int as total from users'),
      ),
    );
    expect(all.map(({ rows }) => rows[0]?.total)).toEqual(Array<number>(8).fill(0));
  });

  test('gives no way to change or remove what the audit log says', async () => {
    const change = (text: string) => withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) => tx.raw(text));

    await expect(change(`update audit_log set action = 'x'`)).rejects.toThrow(/permission denied/);
    await expect(change('delete from audit_log')).rejects.toThrow(/permission denied/);
  });
});
