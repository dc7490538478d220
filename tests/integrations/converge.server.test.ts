import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../server/db/pool.ts';
import { syncAuthorization } from '../../server/features/integrations/sync.service.ts';
import { googleEvent, type GoogleStandIn, openGoogle } from '../_adapters/google-stand-in.ts';
import { Synced } from './google-app.ts';

/** Runs of the property; more, and others each time, in a long search. */
const RUNS = Number(process.env['SYNC_RUNS'] ?? 40);
const SEED = process.env['SYNC_RUNS'] === undefined ? { seed: 20_261_130 } : {};

let google: GoogleStandIn;
let us: Synced;

beforeAll(async () => {
  let now = () => new Date();
  google = await openGoogle(() => now());
  us = await Synced.open(google, 'google');
  now = us.it.deps.now;
  us.it.stopClock();
});
afterAll(async () => {
  await us.it.close();
  google.close();
});

/** A process that dies when it asks the database for the nth time. */
class Crash extends Error {}
function crashing(pool: Pool, after: number): Pool {
  let left = after;
  return new Proxy(pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'connect') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (...given: never[]) => {
        left -= 1;
        if (left < 0) throw new Crash('the process dies');
        return (value as (...args: never[]) => unknown).apply(target, given);
      };
    },
  });
}

async function syncAndDie(after: number): Promise<void> {
  const account = us.it.world.people.agent.accountId;
  const deps = { ...us.it.deps, pool: crashing(us.it.deps.pool, after) };
  await syncAuthorization(deps, account, us.id).catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });
  // The next process finds the lease run out.
  await us.it.owner.query('update authorizations set leased_until = null, retry_at = null');
}

type Step =
  | { readonly do: 'add here' | 'add there' | 'sync' | 'lost answer' | 'lost cursor' | 'expired' }
  | {
      readonly do: 'change here' | 'change there' | 'delete here' | 'delete there';
      readonly which: number;
      readonly hour: number;
    }
  | { readonly do: 'crash'; readonly after: number };

const which = { which: fc.nat(5), hour: fc.integer({ min: 8, max: 18 }) };
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom<'add here' | 'add there' | 'sync' | 'lost answer' | 'lost cursor' | 'expired'>(
        'add here',
        'add there',
        'sync',
        'sync',
        'lost answer',
        'lost cursor',
        'expired',
      ),
    }),
    fc.record({ do: fc.constantFrom<'change here' | 'change there'>('change here', 'change there'), ...which }),
    fc.record({ do: fc.constantFrom<'delete here' | 'delete there'>('delete here', 'delete there'), ...which }),
    fc.record({ do: fc.constant<'crash'>('crash'), after: fc.nat(14) }),
  ),
  { minLength: 3, maxLength: 14 },
) as fc.Arbitrary<Step[]>;

/** Runs that have failed, each kept. */
const FOUND: [Step[]][] = [
  // The answer to an addition is lost, and the event is deleted at Google before it is asked again.
  [[{ do: 'lost answer' }, { do: 'add here' }, { do: 'sync' }, { do: 'delete there', which: 0, hour: 8 }]],
];

let named = 0;
const twoDigits = (hour: number) => String(hour).padStart(2, '0');

async function changeHere({ which: place, hour }: { which: number; hour: number }, isDeletion: boolean) {
  const { rows } = await us.it.owner.query<{ id: number }>('select id from calendar_events order by id');
  const id = rows[place % Math.max(1, rows.length)]?.id;
  if (id === undefined) return;
  if (isDeletion) await us.remove(id);
  else
    await us.change(id, {
      title: `Here ${(named += 1)}`,
      start_time: `${twoDigits(hour)}:00`,
      end_time: `${twoDigits(hour + 1)}:00`,
    });
}

function changeThere({ which: place, hour }: { which: number; hour: number }, isDeletion: boolean) {
  const all = google.events();
  const id = all[place % Math.max(1, all.length)]?.id;
  if (id === undefined) return;
  if (isDeletion) google.remove(id);
  else google.edit({ id, summary: `There ${(named += 1)}`, start: at(hour), end: at(hour + 1) });
}

const at = (hour: number) => ({ dateTime: `2027-03-01T${twoDigits(hour)}:00:00-05:00`, timeZone: 'America/New_York' });

async function take(step: Step): Promise<void> {
  us.it.advance(1_000);
  switch (step.do) {
    case 'add here':
      return void (await us.add({ title: `New here ${(named += 1)}` }));
    case 'add there':
      return google.edit(googleEvent(`g${(named += 1)}`, { summary: `New there ${named}` }));
    case 'sync':
      return us.sync();
    case 'lost answer':
      return google.trouble(/^(POST \/calendars|PATCH|DELETE)/, 'lost');
    case 'lost cursor':
      return google.forgetCursors();
    case 'expired':
      return google.expireTokens();
    case 'change here':
    case 'delete here':
      return changeHere(step, step.do === 'delete here');
    case 'change there':
    case 'delete there':
      return changeThere(step, step.do === 'delete there');
    case 'crash':
      return syncAndDie(step.after);
  }
}

const there = () =>
  google
    .events()
    .map((item) => {
      const { dateTime } = item['start'] as { dateTime: string };
      return `03-01 ${dateTime.slice(11, 16)} ${String(item['summary'])}`;
    })
    .toSorted();

test('whatever happens, both sides end up the same, with nothing lost that no side has deleted', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await us.clear();
      google.clear();
      await us.connect();
      for (const step of all) await take(step);
      google.clearTrouble();
      for (let pass = 0; pass < 3; pass += 1) await us.sync();

      const ours = (await us.here()).toSorted();
      expect(ours).toEqual(there());
      const names = ours.map((one) => one.slice(12));
      expect(new Set(names).size).toBe(names.length);
      // Without a deletion, as many events are there as were added.
      const added = all.filter((step) => step.do === 'add here' || step.do === 'add there').length;
      if (!all.some((step) => step.do.startsWith('delete'))) expect(ours).toHaveLength(added);
      google.heard.splice(0);
      await us.sync();
      expect(google.heard.filter((one) => !one.startsWith('GET'))).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: false, examples: FOUND, ...SEED },
  );
});
