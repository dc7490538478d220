import { beforeAll, describe, expect, test } from 'vitest';
import { SOA_STEPS, soaMachine } from '#rules/soa/soa.machine.ts';
import { rowModel } from '../_walk/flat-model.ts';
import { type Walked, walk } from '../_walk/walk.ts';

const steps = Object.fromEntries(SOA_STEPS.map((step) => [step, `soa.${step}`]));

describe('a scope of appointment', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(rowModel(soaMachine, 'it is drafted', steps));
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is never completed without a signature, nor signed twice', () => {
    for (const { moves } of walked.paths) {
      const signed = moves.filter(({ move }) => move === 'sign' || move === 'record').length;
      expect(signed).toBeLessThanOrEqual(1);
      if (moves.some(({ move }) => move === 'complete')) expect(signed).toBe(1);
    }
  });
});
