import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewTransfer, startTransfer } from '../../server/features/transfers/transfers.service.ts';
import { revert } from '../../server/features/transfers/transfer-changes.service.ts';
import { openTransferDesk, type TransferDesk } from './transfer-desk.ts';

let it: TransferDesk;
beforeAll(async () => {
  it = await openTransferDesk();
});
afterAll(() => it.close());

/** The admin's downline, including another business unit. */
const PEOPLE = ['agent', 'peer', 'manager', 'far', 'chief'] as const;

const person = fc.record({
  owner: fc.constantFrom(...PEOPLE),
  pooled: fc.boolean(),
  deleted: fc.boolean(),
  agreed: fc.boolean(),
});
const crowd = fc.array(person, { minLength: 2, maxLength: 20 });
type Person = typeof person extends fc.Arbitrary<infer One> ? One : never;

const asked = fc.record({
  by: fc.constantFrom('admin' as const, 'manager' as const, 'agent' as const),
  to: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 3 }),
  attested: fc.boolean(),
});
type Wish = typeof asked extends fc.Arbitrary<infer One> ? One : never;

/** Possible new owners for each. */
const TARGETS: Readonly<Record<Wish['by'], readonly string[]>> = {
  admin: PEOPLE,
  manager: ['agent', 'peer', 'manager'],
  agent: ['agent', 'manager'],
};

async function settle(people: readonly Person[]): Promise<number[]> {
  const ids = await it.many('agent', people.length);
  await it.sql(
    `update contacts c set owner_id = p.owner, business_unit_id = u.business_unit_id, pool_id = p.pool,
       deleted_at = case when p.deleted then timestamptz '2026-01-02 03:04:05.678901Z' end
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[]) as p(id, owner, pool, deleted)
     join users u on u.id = p.owner where c.id = p.id`,
    [
      ids,
      people.map(({ owner }) => it.idOf(owner)),
      people.map(({ pooled }) => (pooled ? it.pools.held : null)),
      people.map(({ deleted }) => deleted),
    ],
  );
  await it.sql(
    `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at, user_id, actor_id)
     select $1, id, 'share', 'given', 'said so', 'asked', now() - interval '1 day', $2, $2 from unnest($3::bigint[]) id`,
    [it.world.accountId, it.idOf('admin'), ids.filter((_id, index) => people[index]?.agreed)],
  );
  return ids;
}

/** A transfer of all of them by one user; `null` when none of those are possible. */
async function give(ids: readonly number[], { by, to, attested }: Wish) {
  const people = to.filter((name) => TARGETS[by].includes(name));
  if (people.length === 0) return null;
  const wish = {
    selection: { ids: [...ids] },
    to_user_ids: people.map(it.idOf),
    ...(attested && { attested: 'They signed it on paper.' }),
  };
  const caller = { identity: it.identityOf(by), requestId: 'property' };
  const preview = await previewTransfer(it.deps, caller.identity, wish);
  const done = await startTransfer(it.deps, caller, { ...wish, confirmed: ids.length, note: '' });
  return { preview, done, putBack: () => revert(it.deps, caller, done.id, {}) };
}

test('a transfer is what its preview said, and taking it back is the identity', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, asked, async (people, wish) => {
      const ids = await settle(people);
      const before = await it.hash();
      const given = await give(ids, wish);
      fc.pre(given !== null);
      const { preview, done, putBack } = given;

      const { total, counts, by_reason } = done;
      expect({ total, counts, by_reason }).toEqual({
        total: preview.total,
        counts: preview.counts,
        by_reason: preview.by_reason,
      });
      expect([done.status, done.done]).toEqual(['complete', ids.length]);
      expect((await it.hash()) !== before).toBe(counts.moved > 0);
      if (counts.moved > 0) {
        expect((await putBack()).put_back).toEqual({ put_back: counts.moved, kept: 0 });
      }
      expect(await it.hash()).toBe(before);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

test('taking two transfers back in reverse order is the identity', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, asked, asked, async (people, one, two) => {
      const ids = await settle(people);
      const before = await it.hash();
      const done = [await give(ids, one), await give(ids, two)].filter((given) => given !== null);
      for (const given of done.toReversed()) {
        const { moved } = given.done.counts;
        if (moved > 0) expect((await given.putBack()).put_back).toEqual({ put_back: moved, kept: 0 });
      }
      expect(await it.hash()).toBe(before);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test('taking it back leaves exactly those that were edited in between, and lists them all', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, asked, fc.array(fc.nat(19), { maxLength: 6 }), async (people, wish, edits) => {
      const ids = await settle(people);
      const rowsOf = () =>
        it.sql<{ id: number }>(
          'select id, owner_id, business_unit_id, pool_id, deleted_at::text from contacts where id = any($1) order by id',
          [ids],
        );
      const before = await rowsOf();
      const given = await give(ids, wish);
      fc.pre(given !== null && given.done.counts.moved > 0);
      const moved = (await it.rows(given.done.id, 'moved', it.admin)).flatMap(({ contact }) => contact?.id ?? []);
      const edited = ids.filter((_id, index) => edits.includes(index));
      await it.sql(`update contacts set city = city || 'x', version = version + 1 where id = any($1)`, [edited]);
      const between = await rowsOf();

      const { put_back, reverted } = await given.putBack();

      const wanted = moved.filter((id) => edited.includes(id));
      const kept = (await it.rows(given.done.id, 'kept', it.admin)).map(({ contact }) => contact?.id);
      expect([put_back, reverted, kept]).toEqual([
        { put_back: moved.length - wanted.length, kept: wanted.length },
        true,
        wanted,
      ]);
      expect(await rowsOf()).toEqual(before.map((row, index) => (wanted.includes(row.id) ? between[index] : row)));
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
