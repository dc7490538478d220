import { beforeAll, describe, expect, test } from 'vitest';
import { type Walked, walk } from '../_walk/walk.ts';
import { sessionModel } from './session.model.ts';

describe('the session', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...sessionModel,
      always: (snapshot) => {
        const { user } = snapshot.context;
        expect(snapshot.hasTag('signedIn') && user === null).toBe(false);
        expect(snapshot.hasTag('settled') && !snapshot.hasTag('signedIn') && user !== null).toBe(false);
        expect(snapshot.hasTag('secondStep') && snapshot.context.due === null).toBe(false);
        expect(snapshot.matches('signedOut') && snapshot.context.due !== null).toBe(false);
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('opens a workplace only for whom the server has named', () => {
    const intoWorking = walked.edges.filter(({ from, to }) => !from.includes('working') && to.includes('"working"'));
    expect(new Set(intoWorking.map(({ move }) => move))).toEqual(
      new Set([
        'the server says who it is',
        'the server says for whom they act',
        'signing out does not get through',
        'leaving does not get through',
      ]),
    );
  });

  test('leaves an identity only for somebody who acts', () => {
    const intoLeaving = walked.edges.filter(({ from, to }) => !from.includes('leaving') && to.includes('"leaving"'));
    expect(new Set(intoLeaving.map(({ move }) => move))).toEqual(
      new Set(['the person leaves the identity', 'the time of the identity is over']),
    );
  });
});
