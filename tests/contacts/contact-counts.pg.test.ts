import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { foldContactCounts } from '../../server/features/contacts/list/fold-contact-counts.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

/** Sums of the entries and real counts by key, as the restricted role sees them. */
function compared(accountId: number) {
  return withAccount(office.deps.pool, { accountId }, async (tx) => {
    const text = `
      select owner_id, pool_id, deleted, sum(entries)::int as total from contact_counts group by 1, 2, 3 having sum(entries) <> 0
      order by 1, 2, 3`;
    const real = `
      select owner_id, coalesce(pool_id, 0) as pool_id, deleted_at is not null as deleted, count(*)::int as total
      from contacts where deleted_at is null or undone_at is distinct from deleted_at group by 1, 2, 3 order by 1, 2, 3`;
    // One statement, so that both are of one moment.
    const [row] = await tx.raw<{ sums: unknown; counts: unknown }>(
      `select (select json_agg(s) from (${text}) s) as sums, (select json_agg(c) from (${real}) c) as counts`,
    );
    return row ?? { sums: null, counts: null };
  });
}

/** Draws that are the same in every run. */
function drawer(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

test('sums stay the counts while contacts come, move and go and folds run beside them', async () => {
  const owners = ['agent', 'peer', 'outsider'];
  const accounts = [office.world.accountId, office.world.otherAccountId];
  let writing = true;
  const folding = (async () => {
    while (writing) await Promise.all([foldContactCounts(office.deps.pool), foldContactCounts(office.deps.pool)]);
  })();
  const reading = (async () => {
    while (writing) {
      for (const account of accounts) {
        const { sums, counts } = await compared(account);
        expect(sums).toEqual(counts);
      }
    }
  })();
  const writer = async (seed: number) => {
    const draw = drawer(seed);
    for (let i = 0; i < 60; i += 1) {
      const owner = owners[draw(3)] ?? 'agent';
      const pool = owner !== 'outsider' && draw(2) === 0 ? { pool: office.pools.held } : {};
      const id = await office.add({ owner, last_name: `n${seed}-${i}`, ...pool });
      const some = `id % 7 = ${draw(7)} and last_name like 'n${seed}-%'`;
      if (draw(3) === 0) await office.owner.query(`update contacts set deleted_at = now() where ${some}`);
      if (draw(3) === 0) await office.owner.query(`update contacts set deleted_at = null where ${some}`);
      if (draw(4) === 0)
        await office.owner.query(`update contacts set deleted_at = now(), undone_at = now() where ${some}`);
      if (draw(4) === 0) await office.owner.query('update contacts set pool_id = null where id = $1', [id]);
      if (draw(5) === 0) await office.owner.query(`delete from contacts where ${some}`);
    }
  };

  await Promise.all([writer(1), writer(2)]).finally(() => (writing = false));
  await Promise.all([folding, reading]);
  await foldContactCounts(office.deps.pool);

  for (const account of accounts) {
    const { sums, counts } = await compared(account);
    expect(sums).toEqual(counts);
  }
  const { rows } = await office.owner.query(
    'select from contact_counts group by account_id, owner_id, pool_id, deleted having count(*) > 1',
  );
  expect(rows).toHaveLength(0);
});

test('a change of other fields adds no entries', async () => {
  const id = await office.add({ owner: 'agent', last_name: 'Same' });
  await foldContactCounts(office.deps.pool);
  const rowsNow = async () => (await office.owner.query('select from contact_counts')).rowCount;
  const before = await rowsNow();

  await office.owner.query(`update contacts set city = 'Waco' where id = $1`, [id]);

  expect(await rowsNow()).toBe(before);
});

test('a fold that finds entries of an unfinished transaction leaves them for the next time', async () => {
  await office.add({ owner: 'agent', last_name: 'One' });
  await office.add({ owner: 'agent', last_name: 'Two' });
  const client = await office.owner.connect();
  await client.query('begin; select from contact_counts for update');

  expect(await foldContactCounts(office.deps.pool)).toBe(0);

  await client.query('rollback');
  client.release();
  expect(await foldContactCounts(office.deps.pool)).toBeGreaterThan(0);
});
