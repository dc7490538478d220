import { afterEach, expect, test, vi } from 'vitest';
import { createActor, createMachine, type EventObject, sendTo } from 'xstate';
import { createLock, createPhoneTabs } from '../../src/actors/phone/tabs.ts';
import type { LockAsk, TabsAsk } from '../../src/machines/phone/phone-ports.ts';

// The locks and channels of this runner are the real ones: of one origin, as tabs of one browser.

const running: { stop: () => void }[] = [];
afterEach(() => {
  for (const tab of running.splice(0)) tab.stop();
});

let people = 0;
/** Nobody shares a lock with another test. */
const somebody = () => (people += 1);

/** A tab with the port, and what it was told. */
function open<Ask extends EventObject>(logic: ReturnType<typeof createLock> | ReturnType<typeof createPhoneTabs>) {
  const told: EventObject[] = [];
  const around = createMachine({
    invoke: { id: 'port', src: logic },
    on: {
      ask: { actions: sendTo('port', ({ event }) => (event as unknown as { asked: EventObject }).asked) },
      '*': { actions: ({ event }) => told.push(event) },
    },
  });
  const actor = createActor(around).start();
  const tab = {
    told,
    ask: (asked: Ask) => actor.send({ type: 'ask', asked }),
    stop: () => actor.stop(),
  };
  running.push(tab);
  return tab;
}

const lockOf = (userId: number) => open<LockAsk>(createLock(userId));
const types = (tab: { told: EventObject[] }) => tab.told.map(({ type }) => type);

test('the first tab has the lock, the second one stands in the queue', async () => {
  const person = somebody();
  const first = lockOf(person);
  await vi.waitFor(() => expect(types(first)).toEqual(['lock.granted']));

  const second = lockOf(person);

  await vi.waitFor(() => expect(types(second)).toEqual(['lock.held']));
});

test('a tab that closes gives the lock to the next one', async () => {
  const person = somebody();
  const first = lockOf(person);
  await vi.waitFor(() => expect(types(first)).toEqual(['lock.granted']));
  const second = lockOf(person);
  await vi.waitFor(() => expect(types(second)).toEqual(['lock.held']));

  first.stop();

  await vi.waitFor(() => expect(types(second)).toEqual(['lock.held', 'lock.granted']));
});

test('a tab whose lock is taken stands in the queue again', async () => {
  const person = somebody();
  const first = lockOf(person);
  await vi.waitFor(() => expect(types(first)).toEqual(['lock.granted']));
  const second = lockOf(person);
  await vi.waitFor(() => expect(types(second)).toEqual(['lock.held']));

  second.ask({ type: 'lock.steal' });

  await vi.waitFor(() => expect(types(second)).toEqual(['lock.held', 'lock.granted']));
  await vi.waitFor(() => expect(types(first)).toEqual(['lock.granted', 'lock.lost']));
  second.stop();
  await vi.waitFor(() => expect(types(first)).toEqual(['lock.granted', 'lock.lost', 'lock.granted']));
});

test('a tab that wants the lock asks the one that has it', async () => {
  const person = somebody();
  const [first, second] = [lockOf(person), lockOf(person)];
  await vi.waitFor(() => expect([...types(first), ...types(second)].sort()).toEqual(['lock.granted', 'lock.held']));

  second.ask({ type: 'lock.ask' });
  await vi.waitFor(() => expect(types(first)).toContain('lock.asked'));
  first.ask({ type: 'lock.refuse', reason: 'call' });
  first.ask({ type: 'lock.agree' });

  await vi.waitFor(() =>
    expect(second.told.slice(-2)).toEqual([{ type: 'lock.refused', reason: 'call' }, { type: 'lock.agreed' }]),
  );
});

test('without locks every tab has it', () => {
  const alone = open<LockAsk>(createLock(somebody(), undefined));

  expect(types(alone)).toEqual(['lock.granted']);
});

test('people do not share a lock', async () => {
  const [one, another] = [lockOf(somebody()), lockOf(somebody())];

  await vi.waitFor(() => expect([types(one), types(another)]).toEqual([['lock.granted'], ['lock.granted']]));
});

test('what a tab tells, passes on or greets with is heard by the others, and not by itself', async () => {
  const person = somebody();
  const [leading, following] = [open<TabsAsk>(createPhoneTabs(person)), open<TabsAsk>(createPhoneTabs(person))];
  const dismiss = { type: 'phone.dismissPop', number: '+15125550100' } as const;

  following.ask({ type: 'tabs.greet' });
  following.ask({ type: 'tabs.pass', command: dismiss });

  await vi.waitFor(() =>
    expect(leading.told).toEqual([{ type: 'tabs.greeted' }, { type: 'tabs.passed', command: dismiss }]),
  );
  expect(following.told).toEqual([]);
});
