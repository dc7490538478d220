import { describe, expect, test } from 'vitest';
import type { CallFact } from '../../server/features/phone/calls/call-facts.ts';
import { ringOutcomes, type StateFact, stateOf } from '../../server/features/phone/calls/call-state.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 15, 0, second));
const agent = (userId: number) => ({ accountId: 1, userId, actorId: userId, sessionId: 1 });

const RINGING: CallFact = { key: 'a', at: at(1), kind: 'ringing' };
const ANSWERED: CallFact = { key: 'b', at: at(4), kind: 'answered', agent: agent(7) };
const HELD: CallFact = { key: 'c', at: at(20), kind: 'held' };
const STARTED: CallFact = { key: 'd', at: at(30), kind: 'recordingStarted' };
const STOPPED: CallFact = { key: 'e', at: at(50), kind: 'recordingStopped', seconds: 20 };
const ENDED: CallFact = {
  key: 'f',
  at: at(64),
  kind: 'ended',
  outcome: 'completed',
  by: 'other',
  reason: '',
  seconds: null,
};
const SIX = [RINGING, ANSWERED, HELD, STARTED, STOPPED, ENDED];

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [place, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(place, 1))) yield [item, ...rest];
  }
}

const failed = { ...ENDED, key: 'g', at: at(90), outcome: 'failed' } as const;

describe('a call', () => {
  test('comes to one state whatever the order of its facts, and however often they come', () => {
    const states = new Set<string>();
    let tried = 0;
    for (const facts of permutations(SIX)) {
      for (const told of [facts, facts.flatMap((fact) => [fact, fact])]) {
        states.add(JSON.stringify(stateOf(told, false)));
        tried += 1;
      }
    }
    expect([tried, [...states].map((state) => JSON.parse(state) as unknown)]).toEqual([
      1_440,
      [
        {
          status: 'ended',
          outcome: 'completed',
          reason: '',
          answered_at: at(4).toISOString(),
          ended_at: at(64).toISOString(),
          seconds: 60,
          held: false,
          recording: 'off',
          recording_seconds: 20,
          recording_agreed: null,
        },
      ],
    ]);
  });

  test('that has ended is not undone by what comes late', () => {
    expect(stateOf([ENDED, { ...RINGING, at: at(70) }], false)).toMatchObject({
      status: 'ended',
      outcome: 'completed',
    });
  });

  test('ends once: the first end stays', () => {
    expect(stateOf([failed, ANSWERED, ENDED], false)).toMatchObject({ outcome: 'completed', seconds: 60 });
  });

  test('has the seconds that the carrier counts', () => {
    expect(stateOf([ANSWERED, { ...ENDED, seconds: 58 }], false).seconds).toBe(58);
  });

  test('was answered when the carrier has counted, also when nobody told of the answer', () => {
    expect(stateOf([RINGING, { ...ENDED, seconds: 30 }], false)).toMatchObject({
      answered_at: at(34),
      seconds: 30,
    });
  });

  test('is not answered after its end', () => {
    expect(
      stateOf(
        [
          { ...ANSWERED, at: at(80) },
          { ...ENDED, outcome: 'cancelled' },
        ],
        false,
      ),
    ).toMatchObject({
      answered_at: null,
      seconds: 0,
    });
  });

  test('rings as soon as somebody has declined', () => {
    expect(stateOf([{ key: 'r', at: at(2), kind: 'rejectedBy', userId: 7 }], false).status).toBe('ringing');
  });

  test('is held until it is taken back', () => {
    const back: CallFact = { key: 'h', at: at(25), kind: 'resumed' };
    expect([stateOf([ANSWERED, HELD], false).held, stateOf([back, HELD, ANSWERED], false).held]).toEqual([true, false]);
  });
});

describe('a recording', () => {
  const announcing: StateFact = { key: 'i', at: at(5), kind: 'announcing' };
  const announced: StateFact = { key: 'j', at: at(9), kind: 'announced' };
  const agreed: StateFact = { key: 'k', at: at(12), kind: 'agreed' };
  const of = (asks: 'announced' | 'consented', ...facts: StateFact[]) =>
    stateOf([ANSWERED, ...facts], asks === 'consented').recording;

  test('waits for the agent where the rule asks for consent', () => {
    expect([
      of('announced', announcing, announced),
      of('consented', announcing, announced),
      of('consented', announced, agreed, announcing, STARTED),
      of('consented', announcing, announced, { ...agreed, kind: 'declined' }),
    ]).toEqual(['announcing', 'asking', 'recording', 'off']);
  });

  test('is off when the call ends before anything was recorded', () => {
    expect(of('announced', announcing, ENDED)).toBe('off');
  });

  test('goes through pause, failure and keeping', () => {
    const paused: StateFact = { key: 'l', at: at(40), kind: 'recordingPaused' };
    expect([
      of('announced', STARTED, paused),
      of('announced', STARTED, paused, { ...paused, key: 'm', at: at(45), kind: 'recordingResumed' }),
      of('announced', STARTED, { key: 'n', at: at(41), kind: 'recordingFailed', reason: 'The disk is full.' }),
      of('announced', STARTED, STOPPED, ENDED, { key: 'o', at: at(70), kind: 'kept' }),
    ]).toEqual(['paused', 'recording', 'failed', 'kept']);
  });
});

describe('what is told late of a recording', () => {
  const announcing: StateFact = { key: 'i', at: at(55), kind: 'announcing' };
  const again: StateFact = { key: 'q', at: at(56), kind: 'recordingStarted' };
  const kept: StateFact = { key: 'r', at: at(58), kind: 'kept' };
  const of = (...facts: StateFact[]) => stateOf([ANSWERED, STARTED, STOPPED, ...facts], false).recording;

  test('that it is kept does not hide the one that goes on, or its disclaimer', () => {
    expect([
      of(kept),
      of(again, kept),
      of(announcing, kept),
      of(again, kept, { ...STOPPED, key: 's', at: at(60) }),
    ]).toEqual(['kept', 'recording', 'announcing', 'off']);
  });

  test('that one before it stopped does not end the disclaimer', () => {
    expect(of(announcing, { ...STOPPED, key: 's', at: at(57) })).toBe('announcing');
  });

  test('nothing is recorded after the end, and what was kept is there', () => {
    const paused: StateFact = { key: 't', at: at(57), kind: 'recordingPaused' };
    expect([of(again, ENDED), of(again, paused, ENDED), of(again, kept, ENDED), of(announcing, kept, ENDED)]).toEqual([
      'off',
      'off',
      'kept',
      'kept',
    ]);
  });
});

test('somebody new on the line has heard no disclaimer and agreed to nothing', () => {
  const announcing: StateFact = { key: 'i', at: at(5), kind: 'announcing' };
  const agreed: StateFact = { key: 'k', at: at(12), kind: 'agreed' };
  const answeredAnew: CallFact = { ...ANSWERED, key: 'u', at: at(40) };
  expect(stateOf([ANSWERED, announcing, agreed], true)).toMatchObject({
    recording: 'announcing',
    recording_agreed: true,
  });
  expect(stateOf([ANSWERED, announcing, agreed, answeredAnew], true)).toMatchObject({
    recording: 'off',
    recording_agreed: null,
  });
});

describe('at whom a call rings', () => {
  test('stands what each of them did', () => {
    const declined: CallFact = { key: 'p', at: at(2), kind: 'rejectedBy', userId: 8 };
    expect([
      ringOutcomes([RINGING, declined], [7, 8, 9]),
      ringOutcomes([declined, ANSWERED], [7, 8, 9]),
      ringOutcomes([{ ...ENDED, outcome: 'no_answer' }], [7]),
    ]).toEqual([
      new Map([
        [7, 'ringing'],
        [8, 'rejected'],
        [9, 'ringing'],
      ]),
      new Map([
        [7, 'answered'],
        [8, 'rejected'],
        [9, 'missed'],
      ]),
      new Map([[7, 'missed']]),
    ]);
  });
});
