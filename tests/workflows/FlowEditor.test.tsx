import { act } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { FlowStep, StepKind } from '#contract/workflows/definition.contract.ts';
import type { Flow } from '#contract/workflows.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { STEP_LABELS } from '#rules/workflows/flow-words.ts';
import { type DraftAnswer, type DraftWrite, editorMachine } from '../../src/machines/workflows/editor.machine.ts';
import { FlowEditor } from '../../src/views/workflows/editor/FlowEditor.tsx';
import { click, type } from '../_kit/mount.ts';
import { button, calm, key, openDesk } from '../contacts/contacts-desk.tsx';
import { at } from './flow-steps-fixtures.ts';

// Loaded when the page needs them.
beforeAll(async () => {
  await import('../../src/views/_kit/overlays/Menu.tsx');
  await import('../../src/views/machines/chart/MachineChart.tsx');
});

const KIT = { id: 4, name: 'Birthday card', purpose: '', kind: 'letters' };

function flowOf(steps: FlowStep[], problems: Flow['problems'] = []): Flow {
  const definition = { ...EMPTY_DEFINITION, steps };
  return {
    id: 1,
    name: 'Welcome',
    editable: true,
    definition,
    version: 1,
    problems,
    steps: [],
    paused_steps: [],
    versions: [],
  } as never;
}

/** The editor of a workflow whose drafts are always stored. */
async function open(flow: Flow) {
  const storeDraft = fromPromise<DraftAnswer, DraftWrite>(() => Promise.resolve({ version: 2 }));
  const { id, definition, version } = flow;
  const editor = createActor(editorMachine.provide({ actors: { storeDraft } }), {
    input: { id, definition, version, newKey: () => 'key' },
  }).start();
  await openDesk(
    <FlowEditor flow={flow} editor={editor} />,
    { listMailerAssignmentKits: { data: [KIT] } },
    { roles: ['manager'], permissions: permissionsOf([['manager']]) },
  );
  return () => editor.getSnapshot().context.definition.steps;
}

const add = async (kind: StepKind) => {
  click(button('Add step at the end'));
  await calm();
  click(
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
      ({ textContent }) => textContent === STEP_LABELS[kind],
    )!,
  );
  await calm();
};
const outline = () => [...document.querySelectorAll('.flow-step')].map(({ textContent }) => textContent);
const form = () => document.querySelector('.flow-form')!;
const labelled = <Field extends HTMLElement>(label: string): Field => {
  const found = [...form().querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return document.getElementById(found?.htmlFor ?? '') as Field;
};

test('a step that lacks something says so in the outline and in its form, until it is filled in; undo brings it back', async () => {
  const stepsNow = await open(flowOf([at('a', { kind: 'wait', count: 1, unit: 'day' })]));
  await add('kit');
  expect([outline()[2], form().textContent]).toEqual([
    'Mailer kitMailer kitChoose a mailer kit.',
    expect.stringContaining('Choose a mailer kit.'),
  ]);
  const kit = labelled<HTMLSelectElement>('Mailer kit');
  act(() => {
    kit.value = '4';
    kit.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await calm();
  expect([outline()[2], stepsNow()[1]]).toEqual(['Mailer kitBirthday card', expect.objectContaining({ kit_id: 4 })]);
  await key('z', document.querySelectorAll('.flow-step')[2]!, { ctrlKey: true });
  expect(outline()[2]).toContain('Choose a mailer kit.');
  await key('z', document.querySelectorAll('.flow-step')[2]!, { ctrlKey: true });
  expect(stepsNow().map(({ kind }) => kind)).toEqual(['wait']);
});

test('a draft is typed with its fields, and is not told to say how to opt out', async () => {
  const stepsNow = await open(flowOf([]));
  await add('draft');
  expect(outline()[1]).toContain('Enter the text.');
  type(labelled<HTMLTextAreaElement>('Draft'), 'Hi {{ first_name }}');
  await calm();
  expect(stepsNow()).toEqual([expect.objectContaining({ kind: 'draft', body: 'Hi {{ first_name }}' })]);
  expect([outline()[1], form().textContent]).toEqual([
    'Draft textHi {{ first_name }}',
    expect.not.stringContaining('opt-out'),
  ]);
});

test('an event has a title, a day and a time', async () => {
  const stepsNow = await open(flowOf([]));
  await add('event');
  expect(outline()[1]).toContain('Enter a title.');
  type(labelled<HTMLInputElement>('Title'), 'Annual review');
  type(labelled<HTMLInputElement>('Days from then'), '3');
  type(labelled<HTMLInputElement>('Time'), '14:30');
  await calm();
  expect(stepsNow()).toEqual([expect.objectContaining({ title: 'Annual review', days: 3, minute: 870, minutes: 30 })]);
  expect(outline()[1]).toBe('Calendar eventAnnual review, after 3 days at 2:30 PM, 30 minutes');
});

test('a paused step says so in the outline, its form and the chart, with who is there, and can be resumed', async () => {
  const flow = flowOf([at('a', { kind: 'wait', count: 1, unit: 'day' })]);
  await open({ ...flow, paused_steps: ['a'], steps: [{ step_id: 'a', here: 3, passed: 0 }] });
  click(document.querySelectorAll<HTMLElement>('.flow-step')[1]!);
  await calm();
  expect([outline()[1], form().textContent]).toEqual([
    'Wait, Paused step, 3 here1 day',
    expect.stringContaining('contacts wait here until you resume it'),
  ]);
  expect(button('Resume step')).toBeTruthy();
  click(button('Chart'));
  await calm();
  const box = document.querySelector('.machine-chart [data-state=a]');
  expect(box?.textContent).toBe('Wait: 1 dayPaused step, 3 here');
  expect(document.querySelector('.machine-chart title')?.textContent).toContain('Wait: 1 day: Paused step, 3 here.');
});

test('what only the server knows is said at its step', async () => {
  const problems = [{ step_id: 'a', message: "You can't assign this mailer kit." }];
  await open(flowOf([at('a', { kind: 'kit', kit_id: 9 })], problems));
  expect(outline()[1]).toBe("Mailer kitnot foundYou can't assign this mailer kit.");
});
