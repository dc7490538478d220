import { beforeAll, describe, expect, test } from 'vitest';
import type { MergeContext } from '../../src/machines/duplicates/merge-context.ts';
import { mergeMachine } from '../../src/machines/duplicates/merge.machine.ts';
import { changedPreview, merge, preview, THIRD, undone } from '../../tests/duplicates/duplicate-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, runs, type Walked, walk } from '../_walk/walk.ts';

const newKey = () => 'key';
const contextOf = ({ actor }: Run) => (actor.getSnapshot() as { context: MergeContext }).context;

const machine = ({ hold }: HeldPorts) =>
  mergeMachine.provide({
    actors: {
      previewMerge: hold('previewMerge'),
      mergeContacts: hold('mergeContacts'),
      undoMerge: hold('undoMerge'),
    },
  });

/** Server's result for the remaining contacts and the chosen survivor. */
const previewed = (run: Run, whole = preview()) => {
  const { ids, survivorId } = contextOf(run).wish;
  const contacts = [...whole.contacts, THIRD].filter(({ id }) => ids.includes(id));
  return { ...whole, contacts, survivor_id: survivorId ?? 1 };
};

const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => snapshot.can(event),
  go: ({ send }) => send(event),
});

/** Everything that a person, the server and others can do to one merge. */
const mergeModel: Model = {
  name: 'merge',
  starts: {
    'two contacts': (ports) => ({ machine: machine(ports), input: { newKey, ids: [1, 2] } }),
    'three contacts': (ports) => ({ machine: machine(ports), input: { newKey, ids: [1, 2, 3] } }),
    'a merge that is done': (ports) => ({ machine: machine(ports), input: { newKey, merge: merge() } }),
  },
  key: ({ context }) => {
    const { wish, changed, merge: made, refusal, lostKey } = context as MergeContext;
    return JSON.stringify([wish, changed, made?.undone_at, refusal?.text, lostKey !== null]);
  },
  always: (snapshot) => {
    const { wish, preview: seen, merge: made, refusal, lostKey } = snapshot.context as MergeContext;
    if (refusal?.text === '') throw new Error('a refusal without a reason');
    if (made === null && wish.ids.length < 2) throw new Error('one contact is merged with nobody');
    const isAsked = ['choosing', 'merging', 'conflict', 'failed'].some((state) => snapshot.matches(state));
    if (isAsked && seen === null) throw new Error('nobody has seen what would survive');
    if (Object.values(wish.fields).some((id) => !wish.ids.includes(id))) throw new Error('a value of nobody');
    if (refusal?.again && snapshot.matches('failed') && lostKey === null) throw new Error('a lost answer is forgotten');
    if (snapshot.matches('unmerged') && made?.undone_at === null) throw new Error('it was not undone');
  },
  moves: {
    'the preview comes': {
      when: runs('previewMerge'),
      go: (run) => run.ports.done('previewMerge', previewed(run)),
    },
    'the preview comes, with what somebody has changed': {
      when: (snapshot) => snapshot.matches('conflict'),
      go: (run) => run.ports.done('previewMerge', previewed(run, changedPreview())),
    },
    'the preview does not come': { when: runs('previewMerge'), go: ({ ports }) => ports.failed('previewMerge') },
    'the person asks for it again': command({ type: 'merge.reload' }),
    'the person takes the value of the second': command({ type: 'merge.choose', field: 'email', id: 2 }),
    'the person lets the second survive': command({ type: 'merge.keep', id: 2 }),
    'the person leaves the third out': command({ type: 'merge.omit', id: 3 }),
    'the person confirms': command({ type: 'merge.confirm' }),
    'the server merges them': { when: runs('mergeContacts'), go: ({ ports }) => ports.done('mergeContacts', merge()) },
    'somebody has changed one of them': {
      when: runs('mergeContacts'),
      go: ({ ports }) => ports.failed('mergeContacts', { kind: 'conflict', code: 'contact_changed', message: 'x' }),
    },
    'the server refuses': {
      when: runs('mergeContacts'),
      go: ({ ports }) => ports.failed('mergeContacts', { kind: 'forbidden', code: 'access_denied', message: 'No.' }),
    },
    'the answer is lost': {
      when: (snapshot) =>
        runs('mergeContacts')(snapshot) && Object.keys((snapshot.context as MergeContext).wish.fields).length === 0,
      go: ({ ports }) => ports.failed('mergeContacts', { kind: 'offline', code: 'unreachable', message: 'x' }),
    },
    'the person takes it apart': command({ type: 'merge.undo' }),
    'the server takes it apart': { when: runs('undoMerge'), go: ({ ports }) => ports.done('undoMerge', undone()) },
    'the server does not': { when: runs('undoMerge'), go: ({ ports }) => ports.failed('undoMerge') },
  },
};

describe('a merge', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(mergeModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('begins from what somebody looks at alone', () => {
    const begun = walked.edges.filter(({ move }) => move === 'the person confirms');
    const from = new Set(begun.map((edge) => (JSON.parse(edge.from) as unknown[])[0]));

    expect(from).toEqual(new Set(['choosing', 'failed']));
  });
});
