import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { DEDUPE_MS } from '#contract/phone/call.contract.ts';
import { screenPopHref } from '../../src/machines/phone/screen-pop.machine.ts';
import { type PhoneAnswers, phoneWorld, settle } from './phone-world.ts';

function open(answers: Partial<PhoneAnswers> = {}) {
  const world = phoneWorld(answers);
  const actor = createActor(world.machines.screenPop, { clock: world.clock, input: { isAdmin: true } }).start();
  const calls = async (number: string) => {
    actor.send({ type: 'pop.called', number });
    await settle();
  };
  return { ...world, actor, calls, cards: () => actor.getSnapshot().context.blocked.map(({ number }) => number) };
}

const [ADA, BEN] = ['+15125550142', '+18135550107'];

describe('a call', () => {
  test('opens the contacts of its number once within half a second', async () => {
    const { calls, pops, clock } = open();
    await calls(ADA);
    clock.increment(DEDUPE_MS - 1);
    await calls(ADA);
    expect(pops).toEqual(['/contacts?contact_group=all&q=%225125550142%22']);

    clock.increment(1);
    await calls(ADA);

    expect(pops.length).toBe(2);
  });

  test('opens one tab for each of two numbers', async () => {
    const { actor, pops } = open();
    actor.send({ type: 'pop.called', number: ADA });
    actor.send({ type: 'pop.called', number: BEN });
    await settle();
    await settle();

    expect(pops.length).toBe(2);
  });

  test('that is withheld opens nothing', async () => {
    const { calls, pops } = open();
    await calls('');

    expect(pops).toEqual([]);
  });

  test('whose tab is blocked is one card, the newest first', async () => {
    const { calls, cards, clock } = open({ openPop: () => Promise.resolve('blocked') });
    await calls(ADA);
    await calls(BEN);
    clock.increment(DEDUPE_MS);
    await calls(ADA);

    expect(cards()).toEqual([ADA, BEN]);
  });
});

describe('the list that it opens', () => {
  test('is the whole account for an admin, else own contacts and those of the downline', () => {
    expect([screenPopHref('+1 (512) 555-0142', true), screenPopHref('+447700900123', false)]).toEqual([
      '/contacts?contact_group=all&q=%225125550142%22',
      '/contacts?contact_group=all_agents&q=%22447700900123%22',
    ]);
  });
});
