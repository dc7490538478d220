import { expect, test } from 'vitest';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { flowChanges } from '#rules/workflows/flow-changes.ts';
import { moveStep } from '#rules/workflows/edit-flow.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { at, text } from './flow-steps-fixtures.ts';

const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;
const of = (...steps: FlowStep[]): FlowDefinition => ({ ...EMPTY_DEFINITION, steps });
const names = { nameOf: () => 'Hot', filterNameOf: (id: string) => (id === '1' ? 'Hot' : undefined) };
const told = (before: FlowDefinition, after: FlowDefinition) =>
  flowChanges(before, after, names).map(
    ({ kind, place, before: was, after: is }) => `${kind} ${place}: ${was} > ${is}`,
  );

const STEPS = [at('s1', text('Hello.')), at('s2', WAIT), at('s3', text('Bye.'))];

test('the same steps have no changes', () => {
  expect(told(of(...STEPS), of(...STEPS))).toEqual([]);
});

test('steps that are added, removed and changed are told in words', () => {
  const after = of(
    at('s1', text('Hello!')),
    at('s2', { ...WAIT, count: 3 }),
    at('s4', { kind: 'tag', tag_id: 1, action: 'add' }),
  );
  expect(told(of(...STEPS), after)).toEqual([
    'changed Step 1, Send text: Hello. Reply STOP to opt out. (If it may not be sent, the workflow ends.) > Hello! Reply STOP to opt out. (If it may not be sent, the workflow ends.)',
    'changed Step 2, Wait: 1 day > 3 days',
    'added Step 3, Tag:  > Add Hot',
    'removed Step 3, Send text: Bye. Reply STOP to opt out. (If it may not be sent, the workflow ends.) > ',
  ]);
});

test('one step that moved is the only one that moved', () => {
  const before = of(...STEPS, at('s4', WAIT));
  const { definition } = moveStep(before, 's4', -1);
  const changes = flowChanges(before, definition, names);
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({ kind: 'moved' });
});

test('a step that goes into a branch says from where and into which', () => {
  const fork = at('s1', { kind: 'split', percent: 50 });
  const [before, after] = [of(fork, at('s2', WAIT)), of(fork, at('s2', WAIT, 's1:no'))];
  expect(told(before, after)).toEqual([
    'moved Step 2, Wait: Step 2, Wait, in the main path > in 50% of Step 1, Random split',
  ]);
});

test('a step of another kind, the trigger and the goal are told', () => {
  const before = of(at('s1', WAIT));
  const after: FlowDefinition = {
    ...of(at('s1', { kind: 'webhook', name: 'crm' })),
    trigger: { ...EMPTY_DEFINITION.trigger, kind: 'tag_added', ids: [1] },
    goal: { kind: 'reply', ids: [] },
  };
  expect(told(before, after)).toEqual([
    'changed Trigger: Started by hand > Tag added, Hot',
    'changed Goal: None > A reply',
    'changed Step 1, Send webhook: Wait: 1 day > Send webhook: crm',
  ]);
});

test('filters of conditions and schedules are told as the contact list does', () => {
  const texan: ContactFilter = { field: 'state', value: 'TX' };
  const filters: ContactFilter[] = [texan, { field: 'tag', op: 'not', value: ['1'] }];
  const before = of(at('s1', { kind: 'condition', filters: [texan] }));
  const schedule = { weekdays: [1], minute: 540, filters };
  const trigger = { ...EMPTY_DEFINITION.trigger, kind: 'schedule' as const, schedule };
  const after = { ...of(at('s1', { kind: 'condition', filters })), trigger };
  expect(told(before, after)).toEqual([
    'changed Trigger: Started by hand > On a schedule, Mon at 9:00 AM, State TX, tagged not Hot',
    'changed Step 1, Condition: State TX > State TX, tagged not Hot',
  ]);
});
