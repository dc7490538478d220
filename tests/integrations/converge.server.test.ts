import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Pool } from '../../server/db/pool.ts';
import { syncAuthorization } from '../../server/features/integrations/sync.service.ts';
import { Synced } from './google-app.ts';
import { googleSide, outlookSide, type Side } from './sides.ts';

/** Runs of the property with each provider; more, and others each time, in a long search. */
const RUNS = Number(process.env['SYNC_RUNS'] ?? 40);
const isSearch = process.env['SYNC_RUNS'] !== undefined;
const SEED = isSearch ? {} : { seed: 20_261_130 };
const SIDES = { google: { open: googleSide, runs: RUNS }, outlook: { open: outlookSide, runs: isSearch ? RUNS : 12 } };

let there: Side;
let us: Synced;
const opened: Synced[] = [];

async function open(type: keyof typeof SIDES): Promise<void> {
  let now = () => new Date();
  there = await SIDES[type].open(() => now());
  us = await Synced.open(there.provider, type);
  opened.push(us);
  now = us.it.deps.now;
  us.it.stopClock();
}
afterAll(async () => {
  for (const { it, provider } of opened) {
    await it.close();
    provider.close();
  }
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

const PLAIN = [
  'add here',
  'add there',
  'repeat here',
  'repeat there',
  'sync',
  'sync',
  'lost answer',
  'lost cursor',
  'expired',
] as const;
type Plain = (typeof PLAIN)[number];

type Step =
  | { readonly do: Plain }
  | {
      readonly do: 'change here' | 'change there' | 'delete here' | 'delete there';
      readonly which: number;
      readonly hour: number;
      /** Of a series: which of its events is meant, and how much of it. */
      readonly scope: 'one' | 'following' | 'all';
    }
  | { readonly do: 'crash'; readonly after: number };

const which = {
  which: fc.nat(3),
  hour: fc.integer({ min: 8, max: 18 }),
  scope: fc.constantFrom<'one' | 'following' | 'all'>('one', 'one', 'following', 'all'),
};
/** Half of the runs begin with a series that both sides have. */
const BEGINNINGS: Step[][] = [
  [],
  [],
  [{ do: 'repeat here' }, { do: 'sync' }],
  [{ do: 'repeat there' }, { do: 'sync' }],
];
const any = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom<Plain>(...PLAIN) }),
    fc.record({ do: fc.constantFrom<'change here' | 'change there'>('change here', 'change there'), ...which }),
    fc.record({ do: fc.constantFrom<'delete here' | 'delete there'>('delete here', 'delete there'), ...which }),
    fc.record({ do: fc.constant<'crash'>('crash'), after: fc.nat(14) }),
  ),
  { minLength: 3, maxLength: 14 },
) as fc.Arbitrary<Step[]>;
const steps = fc.tuple(fc.constantFrom(...BEGINNINGS), any).map(([first, then]) => [...first, ...then]);

/** Runs that have failed, each kept. */
const FOUND: [Step[]][] = [
  // The answer to an addition is lost, and the event is deleted at Google before it is asked again.
  [
    [
      { do: 'lost answer' },
      { do: 'add here' },
      { do: 'sync' },
      { do: 'delete there', which: 0, hour: 8, scope: 'all' },
    ],
  ],
  // An event that differs from its series is deleted before it was ever sent.
  [
    [
      { do: 'repeat here' },
      { do: 'sync' },
      { do: 'change here', which: 0, hour: 8, scope: 'one' },
      { do: 'lost answer' },
      { do: 'delete here', which: 1, hour: 8, scope: 'one' },
      { do: 'sync' },
      { do: 'crash', after: 4 },
      { do: 'delete here', which: 0, hour: 8, scope: 'one' },
    ],
  ],
  // An event of a series is written, the answer is lost, and it is moved back before the next pass.
  [
    [
      { do: 'repeat here' },
      { do: 'sync' },
      { do: 'change here', which: 2, hour: 8, scope: 'one' },
      { do: 'crash', after: 8 },
      { do: 'crash', after: 10 },
      { do: 'delete here', which: 0, hour: 8, scope: 'one' },
      { do: 'change here', which: 1, hour: 9, scope: 'one' },
      { do: 'add here' },
    ],
  ],
  // A series is moved here, and one of its events at Google, before the two have met.
  [
    [
      { do: 'repeat here' },
      { do: 'sync' },
      { do: 'change here', which: 0, hour: 8, scope: 'all' },
      { do: 'change there', which: 0, hour: 8, scope: 'one' },
    ],
  ],
  // And the other way round.
  [
    [
      { do: 'repeat there' },
      { do: 'sync' },
      { do: 'change there', which: 0, hour: 8, scope: 'all' },
      { do: 'change here', which: 0, hour: 8, scope: 'one' },
    ],
  ],
  // Google leaves an event out, of a series that was moved here since and is moved back before the next pass.
  [
    [
      { do: 'repeat there' },
      { do: 'sync' },
      { do: 'add here' },
      { do: 'add here' },
      { do: 'delete there', which: 0, hour: 8, scope: 'one' },
      { do: 'change here', which: 0, hour: 10, scope: 'following' },
      { do: 'crash', after: 4 },
      { do: 'change here', which: 2, hour: 9, scope: 'following' },
      { do: 'crash', after: 0 },
      { do: 'change here', which: 1, hour: 8, scope: 'one' },
      { do: 'crash', after: 0 },
    ],
  ],
];

let named = 0;
const twoDigits = (hour: number) => String(hour).padStart(2, '0');

type Change = Extract<Step, { readonly which: number }>;

async function changeHere({ which: place, hour, scope }: Change, isDeletion: boolean) {
  const shown = await us.shown();
  const one = shown[place % Math.max(1, shown.length)];
  if (one === undefined) return;
  const meant = one.rule === '' ? {} : { scope, occurrence: one.occurrence };
  if (isDeletion) await us.remove(one.id, meant);
  else
    await us.change(one.id, {
      ...meant,
      title: `Here ${(named += 1)}`,
      start_time: `${twoDigits(hour)}:00`,
      end_time: `${twoDigits(hour + 1)}:00`,
    });
}

/** A provider's own pages send what an event of a series becomes to that event, and all else to the series. */
function changeThere({ which: place, hour, scope }: Change, isDeletion: boolean) {
  const all = there.shown();
  const one = all[place % Math.max(1, all.length)];
  if (one === undefined) return;
  const id = one.series === null || scope === 'one' ? one.id : one.series;
  if (isDeletion) there.remove(id);
  else there.edit(id, `There ${(named += 1)}`, hour);
}

const WEEKLY = 'FREQ=WEEKLY;BYDAY=MO;COUNT=4';

async function take(step: Step): Promise<void> {
  us.it.advance(1_000);
  switch (step.do) {
    case 'add here':
      return void (await us.add({ title: `New here ${(named += 1)}` }));
    case 'add there':
      return there.add(`New there ${(named += 1)}`);
    case 'repeat here':
      return void (await us.add({ title: `New here ${(named += 1)}`, rule: WEEKLY }));
    case 'repeat there':
      return there.repeat(`New there ${(named += 1)}`);
    case 'sync':
      return us.sync();
    case 'lost answer':
      return there.provider.trouble(there.writes, 'lost');
    case 'lost cursor':
      return there.forgetCursors();
    case 'expired':
      return there.provider.expireTokens();
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

test.each(['google', 'outlook'] as const)(
  'whatever happens, both sides end up the same, with nothing lost that no side has deleted: %s',
  async (type) => {
    await open(type);
    const { provider } = there;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await us.clear();
        there.clear();
        await us.connect();
        for (const step of all) await take(step);
        provider.clearTrouble();
        for (let pass = 0; pass < 3; pass += 1) await us.sync();

        const ours = (await us.here()).toSorted();
        expect(ours).toEqual(there.agenda());
        expect(new Set(ours).size).toBe(ours.length);
        // Without a deletion or a series that was cut in two, as many events are there as were added.
        const added = all.filter(({ do: what }) => what.startsWith('add')).length;
        const repeated = all.filter(({ do: what }) => what.startsWith('repeat')).length;
        const isCounted = all.every(
          (step) => !step.do.startsWith('delete') && !('scope' in step && step.scope === 'following'),
        );
        if (isCounted) expect(ours).toHaveLength(added + 4 * repeated);
        provider.heard.splice(0);
        await us.sync();
        expect(provider.heard.filter((one) => there.writes.test(one))).toEqual([]);
      }),
      { numRuns: SIDES[type].runs, endOnFailure: false, examples: FOUND, ...SEED },
    );
  },
  Math.max(120_000, RUNS * 2_000),
);
