import { beforeAll, describe, expect, test } from 'vitest';
import { type Walked, walk } from '../_walk/walk.ts';
import { sessionModel } from './session.model.ts';

describe('the session', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...sessionModel,
      always: (snapshot) => {
        expect(snapshot.hasTag('signedIn') && snapshot.context.user === null).toBe(false);
        expect(snapshot.hasTag('settled') && !snapshot.hasTag('signedIn') && snapshot.context.user !== null).toBe(
          false,
        );
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('opens a workplace only for whom the server has named', () => {
    const intoWorking = walked.edges.filter(({ from, to }) => !from.includes('working') && to.includes('"working"'));
    expect(new Set(intoWorking.map(({ move }) => move))).toEqual(
      new Set(['the server says who it is', 'signing out does not get through']),
    );
  });
});
