import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import {
  callNotesMachine,
  NOTE_AGAIN_AFTER_MS,
  NOTE_SAVE_AFTER_MS,
  type NotesByCall,
  type NotesFact,
  type NoteToSave,
} from '../../src/machines/phone/call-notes.machine.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

function open() {
  const clock = new SimulatedClock();
  const typed$ = new Subject<NotesFact>();
  const asked: NoteToSave[] = [];
  const forgotten: number[] = [];
  let answer: (error: Error | null) => void = () => undefined;
  const machine = callNotesMachine.provide({
    actors: {
      drafts: fromEventObservable(() => typed$),
      save: fromPromise<NoteToSave, NoteToSave>(({ input }) => {
        asked.push(input);
        return new Promise((resolve, reject) => {
          answer = (error) => (error === null ? resolve(input) : reject(error));
        });
      }),
    },
    actions: { forget: (_, { callIds }) => void forgotten.push(...callIds) },
  });
  const actor = createActor(machine, { clock }).start();
  return {
    actor,
    asked,
    forgotten,
    type: (drafts: NotesByCall) => typed$.next({ type: 'notes.typed', drafts }),
    wait: (ms: number) => clock.increment(ms),
    answers: async (error: Error | null = null) => {
      answer(error);
      await settle();
    },
  };
}

describe('the notes of calls', () => {
  test('are saved once the typing has paused', () => {
    const { asked, type, wait } = open();
    type({ 31: 'asks' });
    wait(NOTE_SAVE_AFTER_MS - 1);
    type({ 31: 'asks for Part D' });
    wait(NOTE_SAVE_AFTER_MS - 1);
    expect(asked).toEqual([]);
    wait(1);

    expect(asked).toEqual([{ callId: 31, note: 'asks for Part D' }]);
  });

  test('save what was typed while they were being saved', async () => {
    const { asked, type, wait, answers } = open();
    type({ 31: 'asks' });
    wait(NOTE_SAVE_AFTER_MS);
    type({ 31: 'asks for Part D' });
    await answers();
    wait(NOTE_SAVE_AFTER_MS);

    expect(asked.map(({ note }) => note)).toEqual(['asks', 'asks for Part D']);
  });

  test('are tried again after a failure, until they are saved', async () => {
    const { actor, asked, type, wait, answers } = open();
    type({ 31: 'asks' });
    wait(NOTE_SAVE_AFTER_MS);
    await answers(new Error('offline'));
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    wait(NOTE_AGAIN_AFTER_MS);
    await answers();

    expect([asked.length, actor.getSnapshot().context.saved]).toEqual([2, { 31: 'asks' }]);
  });

  test('are forgotten here once they are saved and no longer on the screen', async () => {
    const { actor, forgotten, type, wait, answers } = open();
    actor.send({ type: 'notes.shown', shown: [31] });
    type({ 31: 'asks' });
    wait(NOTE_SAVE_AFTER_MS);
    await answers();
    expect(forgotten).toEqual([]);
    actor.send({ type: 'notes.shown', shown: [] });

    expect(forgotten).toEqual([31]);
  });
});
