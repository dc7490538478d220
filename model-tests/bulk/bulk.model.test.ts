import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { BulkChange } from '#contract/bulk.contract.ts';
import { type BulkContext, bulkMachine } from '../../src/machines/bulk/bulk.machine.ts';
import { check, job } from '../../tests/bulk/bulk-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const ADD: BulkChange = { action: 'tags', mode: 'add', tag_ids: [3] };
const STOP: BulkChange = { action: 'do_not_call', channels: ['call'], source: 'other', evidence: '' };
const GROUP: BulkChange = { action: 'group', group_id: 4 };

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as BulkContext;

const command = (event: { type: string } & Record<string, unknown>): Move => ({
  when: (snapshot) => !snapshot.hasTag('busy') && snapshot.can(event),
  go: ({ send }) => send(event),
});

/** Everything that a person and the server can do to the request for one change of many contacts. */
const bulkModel: Model = {
  name: 'bulk',
  starts: {
    'a selection': ({ hold }) => ({
      machine: bulkMachine.provide({ actors: { checkBulk: hold('checkBulk'), startBulk: hold('startBulk') } }),
      input: { selection: { ids: [1, 2, 3] } },
    }),
  },
  key: (snapshot) => {
    const { change, check: counted } = contextOf(snapshot);
    return `${change?.action} ${change?.action === 'do_not_call' && change.evidence} ${counted?.counts.changed}`;
  },
  always: (snapshot) => {
    const { job: started, refusal, check: counted } = contextOf(snapshot);
    if (refusal?.text === '') throw new Error('a refusal without a reason');
    if (snapshot.matches('confirming') && counted === null) throw new Error('nothing is counted');
    if (snapshot.matches('started') && started === null) throw new Error('nothing was started');
  },
  moves: {
    'the person chooses a tag': command({ type: 'bulk.choose', change: ADD }),
    'the person chooses a group': command({ type: 'bulk.choose', change: GROUP }),
    'the person chooses Do Not Call': command({ type: 'bulk.choose', change: STOP }),
    'the person gives the evidence': {
      when: (snapshot) =>
        contextOf(snapshot).change?.action === 'do_not_call' &&
        !snapshot.hasTag('busy') &&
        snapshot.can({ type: 'bulk.amend', change: STOP }),
      go: ({ send }) => send({ type: 'bulk.amend', change: { ...STOP, evidence: 'List' } }),
    },
    'the person takes the choice back': command({ type: 'bulk.forget' }),
    'the count comes': { when: runs('checkBulk'), go: ({ ports }) => ports.done('checkBulk', check()) },
    'the count says that it is so already': {
      when: runs('checkBulk'),
      go: ({ ports }) => ports.done('checkBulk', check({ changed: 0 })),
    },
    'the count fails': { when: runs('checkBulk'), go: ({ ports }) => ports.failed('checkBulk') },
    'the person confirms': command({ type: 'bulk.confirm' }),
    'the server makes a job': {
      when: runs('startBulk'),
      go: ({ ports }) => ports.done('startBulk', job({ status: 'queued', version: 1 })),
    },
    'the server has done it at once': {
      when: runs('startBulk'),
      go: ({ ports }) => ports.done('startBulk', job({ status: 'done', version: 3 })),
    },
    'the server does not start it': { when: runs('startBulk'), go: ({ ports }) => ports.failed('startBulk') },
  },
};

describe('a change of many contacts', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(bulkModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is never started without its count', () => {
    const started = walked.edges.filter(({ move }) => move === 'the person confirms');
    expect(started.length).toBeGreaterThan(0);
    expect(started.every(({ from }) => from.includes('confirming'))).toBe(true);
  });
});
