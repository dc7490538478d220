import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/webhooks.contract.ts';
import { type Tx, withAccount } from '../../server/db/tx.ts';
import { openWebhookDesk, type WebhookDesk } from './webhook-desk.ts';

/** Runs. Ours: each is some dozen transactions. */
const RUNS = Number(process.env['WEBHOOK_RUNS'] ?? 10);
const SEED = process.env['WEBHOOK_RUNS'] === undefined ? { seed: 20_261_130 } : {};
const HOUR = 3_600_000;

let it: WebhookDesk;
beforeAll(async () => {
  it = await openWebhookDesk();
});
afterAll(() => it.close());

const change = fc.constantFrom('add', 'add two', 'rename', 'nothing', 'delete', 'delete', 'restore', 'restore');
type Change = ReturnType<typeof change.generate>['value'];

const move = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      type: fc.constant('change' as const),
      change,
      commits: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      hours: fc.integer({ min: 0, max: 3 }),
      /** What the receiver answers in turn; 0: it hangs up. */
      answers: fc.array(fc.constantFrom(204, 204, 500, 302, 0), { minLength: 1, maxLength: 5 }),
      killedAfter: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
  },
);

/** Each event is told by its contact and kind. */
type Told = readonly [kind: WebhookEvent, contact: number];

/** Does a change, and answers what should be told. */
async function apply(tx: Tx, what: Change, contacts: number[]): Promise<Told[]> {
  const last = contacts.at(-1);
  const { accountId, people } = it.world;
  if (what === 'add' || what === 'add two') {
    const rows = await tx.raw<{ id: number }>(
      `insert into contacts (account_id, number, business_unit_id, owner_id, last_name)
       select $1, 900000 + nextval('webhook_numbers'), $2, $3, 'Row' from generate_series(1, $4) returning id`,
      [accountId, people.agent.businessUnitId, people.agent.id, what === 'add' ? 1 : 2],
    );
    return rows.map(({ id }) => ['contact.created', id]);
  }
  if (last === undefined) return [];
  const [row] = await tx.raw<{ gone: boolean }>('select deleted_at is not null as gone from contacts where id = $1', [
    last,
  ]);
  const isGone = row?.gone === true;
  const TEXT = {
    rename: `first_name = first_name || 'x'`,
    nothing: 'first_name = first_name, version = version + 1',
    delete: 'deleted_at = coalesce(deleted_at, now())',
    restore: 'deleted_at = null',
  } as const;
  await tx.raw(`update contacts set ${TEXT[what]} where id = $1`, [last]);
  if (what === 'rename' && !isGone) return [['contact.updated', last]];
  if (what === 'delete' && !isGone) return [['contact.deleted', last]];
  return what === 'restore' && isGone ? [['contact.restored', last]] : [];
}

test('each committed event arrives under one id, and nothing else does', async () => {
  await it.owner.query('create sequence webhook_numbers; grant usage on sequence webhook_numbers to public');
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 12, maxLength: 24 }), async (moves) => {
      await it.removeEndpoints();
      const endpoint = await it.subscribe(WEBHOOK_EVENTS);
      const expected: Told[] = [];
      const contacts: number[] = [];
      let after = 0;
      for (const one of moves) {
        if (one.type === 'change') {
          const told = await withAccount(it.deps.pool, { accountId: it.world.accountId }, async (tx) => {
            const found = await apply(tx, one.change, contacts);
            if (!one.commits) await tx.raw('select 1 / 0').catch(() => undefined);
            return found;
          }).catch(() => []);
          if (!one.commits) continue;
          expected.push(...told);
          for (const [kind, id] of told) if (kind === 'contact.created') contacts.push(id);
          continue;
        }
        after += one.hours * HOUR;
        await sendWith(one.answers, one.killedAfter, after);
      }
      // At the end it works.
      await sendWith([204], null, after + 24 * HOUR);

      const got = new Map(
        it.receiver.received.map(({ id, body }) => [id, `${body.type} ${String(body.data['contact_id'])}`]),
      );
      expect(sorted(got.values())).toEqual(sorted(expected.map((told) => told.join(' '))));
      const rows = await it.deliveries(endpoint);
      expect(new Set(rows.map(({ event_id }) => event_id))).toEqual(new Set(got.keys()));
      expect(rows.every(({ status }) => status === 'delivered')).toBe(true);
    }),
    { numRuns: RUNS, ...SEED },
  );
});

const sorted = (texts: Iterable<string>): string[] => [...texts].toSorted((a, b) => a.localeCompare(b));

async function sendWith(answers: readonly number[], killedAfter: number | null, after: number): Promise<void> {
  const dying = new AbortController();
  let asked = 0;
  it.receiver.answer((answer) => {
    const code = answers[asked % answers.length] ?? 204;
    asked += 1;
    if (asked === killedAfter) return dying.abort(new Error('killed'));
    if (code === 0) answer.destroy();
    else answer.writeHead(code).end();
  });
  await it.send({ after, signal: dying.signal }).catch((error: unknown) => {
    if (!dying.signal.aborted) throw error;
  });
}
