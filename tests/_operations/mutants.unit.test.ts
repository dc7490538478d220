import { expect, test } from 'vitest';
import { draw, mutantsOf, mutated, named } from '../../bench/mutants-guards.ts';
import { featureOf } from '../../bench/mutants-related.ts';
import { reportOf, type Tried } from '../../bench/mutants-report.ts';

const TEXT = `
const sign = '→';
if (open && !busy) go(ready ? 1 : 2);
const machine = setup({ guards: { isFree: ({ context }) => context.front === null, isLong: () => { return 1; } } });
`;

test('every condition is broken once, an `and` on both sides', () => {
  const mutants = mutantsOf('a.ts', TEXT);

  expect(mutants.map(({ line, kind, before, after }) => [line, kind, before, after])).toEqual([
    [3, 'if', 'open && !busy', '!(open && !busy)'],
    [3, '&&', 'open && !busy', '(open)'],
    [3, '&&', 'open && !busy', '(!busy)'],
    [3, '?:', 'ready', '!(ready)'],
    [4, 'guard', 'context.front === null', '!(context.front === null)'],
  ]);
  expect(mutants.map((mutant) => mutated(TEXT, mutant)).filter((text) => text.includes("'→'"))).toHaveLength(5);
  expect(mutated(TEXT, mutants[1] as never)).toContain('if ((open)) go(ready ? 1 : 2);');
});

test('mutants that are alike have names of their own', () =>
  expect([...named(mutantsOf('a.ts', 'if (a) b();\nif (a) c();')).keys()]).toEqual([
    'a.ts if a !(a) 1',
    'a.ts if a !(a) 2',
  ]));

test('a seed draws the same ones again, a larger count begins with them, and others leave them alone', () => {
  const all = Array.from({ length: 100 }, (_, at) => `guard ${at}`);
  const few = draw(all, 10, 7);

  expect(new Set(few).size).toBe(10);
  expect(draw(all, 30, 7).slice(0, 10)).toEqual(few);
  expect(draw(all, 10, 8)).not.toEqual(few);
  expect(draw(all, 200, 7).toSorted()).toEqual(all.toSorted());
  expect(
    draw(
      all.filter((one) => few.includes(one) || one.endsWith('3')),
      100,
      7,
    ).filter((one) => few.includes(one)),
  ).toEqual(few);
});

test.each([
  ['src/machines/phone/call.machine.ts', 'phone'],
  ['src/api/contract/phone/call.contract.ts', 'phone'],
  ['src/api/contract/phone.contract.ts', 'phone'],
  ['server/features/chat/search/answer/conflicts.ts', 'chat'],
  ['server/db/tx.ts', 'db'],
  ['tests/_db/tx.pg.test.ts', 'db'],
  ['model-tests/chat/chat.model.test.ts', 'chat'],
])('the feature of %s is %s', (file, feature) => expect(featureOf(file)).toBe(feature));

test('the explanation of a survivor outlives a new run, also on another line', () => {
  const one: Tried = {
    file: 'server/a.ts',
    line: 3,
    kind: '&&',
    start: 0,
    end: 1,
    before: 'a || b && c',
    after: '(a || b)',
    verdict: 'survived',
    by: '',
  };
  const given = { tried: [one], seed: 7, guards: 12 };
  const read = reportOf({ ...given, before: '' }).replace('not read yet', 'Both say the same.');

  const again = reportOf({
    ...given,
    tried: [
      { ...one, line: 9 },
      { ...one, verdict: 'caught' },
    ],
    before: read,
  });

  expect(again).toContain('| server/a.ts:9 | `&& a \\|\\| b && c` | `(a \\|\\| b)` | Both say the same. |');
  expect(again).toContain('**1 of 2 caught (50%).** Seed 7, drawn from 12 mutants');
});
