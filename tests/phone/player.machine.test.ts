import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { playerMachine, type RecordingFile, type SoundAsk } from '../../src/machines/phone/player.machine.ts';
import { settle } from './phone-world.ts';

const FILE = { contactId: 4, fileId: 5 };

/** A player whose sound obeys immediately, and the URLs it gets. */
function open(addresses: readonly (string | Error)[] = ['/one.wav', '/two.wav', '/three.wav']) {
  const asked: RecordingFile[] = [];
  const asks: SoundAsk[] = [];
  const askAddress = fromPromise<string, RecordingFile>(({ input }) => {
    const answer = addresses[asked.push(input) - 1] ?? new Error('No more addresses.');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const actor = createActor(playerMachine.provide({ actors: { askAddress } }), { input: { file: FILE } }).start();
  actor.on('*', (ask) => void asks.push(ask));
  const state = () => actor.getSnapshot().value;
  const context = (): SnapshotFrom<typeof playerMachine>['context'] => actor.getSnapshot().context;
  const plays = async () => {
    actor.send({ type: 'player.toggle' });
    await settle();
    actor.send({ type: 'sound.played' });
  };
  const fails = async () => {
    actor.send({ type: 'sound.failed' });
    await settle();
  };
  return { actor, asked, asks, state, context, plays, fails };
}

describe('the player of a recording', () => {
  test('asks for the address with the first play alone', async () => {
    const { actor, asked, asks, state } = open();
    actor.send({ type: 'player.toggle' });
    actor.send({ type: 'player.toggle' });
    expect([state(), asked]).toEqual(['loading', [FILE]]);
    await settle();
    actor.send({ type: 'player.toggle' });

    const play = { type: 'sound.play', address: '/one.wav', at: 0, speed: 1 };
    expect([asked.length, asks]).toEqual([1, [play, play]]);
  });

  test('plays once the element says so, and pauses once it says so', async () => {
    const { actor, asks, state, plays } = open();
    actor.send({ type: 'player.toggle' });
    await settle();
    expect(state()).toBe('paused');
    actor.send({ type: 'sound.played' });
    expect(state()).toBe('playing');
    await plays();
    expect([state(), asks.at(-1)]).toEqual(['playing', { type: 'sound.pause' }]);
    actor.send({ type: 'sound.paused' });

    expect(state()).toBe('paused');
  });

  test('stays within its ends', () => {
    const { actor, asks } = open();
    actor.send({ type: 'player.lasts', seconds: 60 });
    for (const at of [61, -1, 30]) actor.send({ type: 'player.goTo', at });

    expect(asks).toEqual([60, 0, 30].map((at) => ({ type: 'sound.goTo', at })));
  });

  test('believes the file about its length rather than the waveform', () => {
    const { actor, context } = open();
    actor.send({ type: 'player.lasts', seconds: 60 });
    actor.send({ type: 'sound.measured', seconds: 60.4 });
    actor.send({ type: 'player.lasts', seconds: 60 });

    expect(context().seconds).toBe(60.4);
  });

  test('begins again after its end', async () => {
    const { actor, asks, plays } = open();
    await plays();
    for (const event of [{ type: 'sound.moved', at: 59 }, { type: 'sound.paused' }, { type: 'sound.ended' }] as const)
      actor.send(event);
    actor.send({ type: 'player.toggle' });

    expect(asks.at(-1)).toMatchObject({ type: 'sound.play', at: 0 });
  });

  test('is silent when another sound plays', async () => {
    const { actor, asks, plays } = open();
    await plays();
    actor.send({ type: 'sound.elsewhere' });

    expect(asks.at(-1)).toEqual({ type: 'sound.pause' });
  });

  test('whose address has expired goes on from there with another one, at its pace', async () => {
    const { actor, asks, plays, fails } = open();
    await plays();
    actor.send({ type: 'player.faster' });
    actor.send({ type: 'sound.moved', at: 100 });
    await fails();

    expect(asks.at(-1)).toEqual({ type: 'sound.play', address: '/two.wav', at: 100, speed: 1.25 });
  });

  test('that fails with a new address as well says so, until it is asked to try again', async () => {
    const { actor, asked, state, context, plays, fails } = open();
    await plays();
    await fails();
    await fails();
    expect([state(), context().failure, asked.length]).toEqual(['failed', { kind: 'unplayable' }, 2]);
    actor.send({ type: 'player.toggle' });

    expect([state(), context().failure]).toEqual(['loading', null]);
  });

  test('that has played since asks for a new address again', async () => {
    const { asked, state, plays, fails, actor } = open();
    await plays();
    await fails();
    actor.send({ type: 'sound.played' });
    await fails();

    expect([state(), asked.length]).toEqual(['paused', 3]);
  });

  test('whose address is refused says why', async () => {
    const { actor, state, context } = open([new Error('Its bytes are gone.')]);
    actor.send({ type: 'player.toggle' });
    await settle();

    expect([state(), context().failure]).toEqual(['failed', { kind: 'refused', message: 'Its bytes are gone.' }]);
  });
});
