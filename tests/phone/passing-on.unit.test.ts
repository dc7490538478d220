import { expect, test } from 'vitest';
import type { StateFact } from '../../server/features/phone/calls/call-state.ts';
import { passingOf } from '../../server/features/phone/calls/passing-on.ts';

type Bare<Fact> = Fact extends unknown ? Omit<Fact, 'key' | 'at'> : never;
const inTurn = (...facts: Bare<StateFact>[]): StateFact[] =>
  facts.map((fact, second) => ({ ...fact, key: String(second), at: new Date(second * 1_000) }) as StateFact);

const to = (number: string) => ({ kind: 'passedOn', to: number }) as const;
const taken = (number: string, outcome: 'completed' | 'rejected') => ({ kind: 'taken', to: number, outcome }) as const;
const BACK = { kind: 'returned', by: 'Max Manager' } as const;
const [MAX, CAL] = ['+18135550109', '+18135550120'];

test.each([
  ['talks with the next one', [to(MAX), taken(MAX, 'completed')], MAX, 'completed'],
  ['waits for the one after them', [to(MAX), taken(MAX, 'completed'), to(CAL)], CAL, null],
  [
    'is back with the one before',
    [to(MAX), taken(MAX, 'completed'), to(CAL), taken(CAL, 'rejected'), BACK],
    MAX,
    'completed',
  ],
  [
    'is back where the word of the refusal comes late',
    [to(MAX), taken(MAX, 'completed'), to(CAL), BACK, taken(CAL, 'rejected')],
    MAX,
    'completed',
  ],
  ['is back with the first agent in the end', [to(MAX), to(CAL), BACK, taken(MAX, 'rejected'), BACK], null, null],
  [
    'is with the one after all',
    [to(MAX), taken(MAX, 'completed'), to(CAL), BACK, to(CAL), taken(CAL, 'completed')],
    CAL,
    'completed',
  ],
] as const)('a party who is passed on twice %s', (_, facts, other, outcome) => {
  const passing = { passed_to: null, passed_outcome: outcome, other_number: other };

  expect(passingOf(inTurn(...facts))).toEqual(passing);
  expect(passingOf(inTurn(...facts).toReversed())).toEqual(passing);
});

test('an agent who got a call by a transfer keeps its party when their own transfer comes back', () => {
  const facts = inTurn(to(MAX), { kind: 'transferred', to: CAL }, taken(CAL, 'rejected'), {
    kind: 'returned',
    outcome: 'rejected',
  });

  expect(passingOf(facts)).toEqual({ passed_to: CAL, passed_outcome: 'rejected', other_number: MAX });
});
