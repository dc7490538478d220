import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type CallList, NO_LIST } from '../../src/machines/call-list/call-list.ts';
import { callListMachine } from '../../src/machines/call-list/call-list.machine.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const [ADA, BO] = [11, 12];
const entryOf = (id: number) => ({
  id,
  number: 1_000 + id,
  name: `Contact ${id}`,
  phone: `+1512555000${id}`,
  about: '',
});
const LEFT = { without_phone: 0, not_allowed: 0, more: false };
const entries = [entryOf(ADA), entryOf(BO)];
const PAUSE_MS = 5_000;

const listOf = ({ context }: AnyMachineSnapshot) => context as CallList;
const command = (type: string): Move => ({ go: ({ send }) => send({ type }) });
const call = (type: string, contactId: number | null): Move => ({ go: ({ send }) => send({ type, contactId }) });

/** Everything that the agent, the phone, the server and the clock can do to a list of two contacts. */
const model: Model = {
  name: 'call list',
  starts: {
    'a page': ({ hold }) => ({
      machine: callListMachine.provide({
        actors: { surroundings: hold('surroundings'), readList: hold('readList') },
      }),
      input: { user: { id: 1 } },
    }),
  },
  key: (snapshot) => {
    const { at, entries: all, isAutomatic, outcomes } = listOf(snapshot);
    return JSON.stringify([at, all.length, isAutomatic, outcomes]);
  },
  moves: {
    'the agent starts a list': { go: ({ send }) => send({ type: 'list.start', chosen: { ids: [ADA, BO] } }) },
    'the server answers': {
      when: runs('readList'),
      go: ({ ports }) => ports.done('readList', { entries, left: LEFT }),
    },
    'the server finds no one': {
      when: runs('readList'),
      go: ({ ports }) => ports.done('readList', { entries: [], left: { ...LEFT, not_allowed: 2 } }),
    },
    'the server fails': { when: runs('readList'), go: ({ ports }) => ports.failed('readList') },
    'the phone is out of sight': {
      when: runs('surroundings'),
      go: ({ ports }) => ports.failed('surroundings'),
    },
    'a list is recalled': {
      go: ({ send }) =>
        send({ type: 'list.recalled', list: { ...NO_LIST, entries, at: 1, outcomes: { [ADA]: 'called' } } }),
    },
    'the agent calls': command('list.dial'),
    'the agent goes on': command('list.next'),
    'the agent goes back': command('list.previous'),
    'the agent ends the list': command('list.end'),
    'it is to call by itself': { go: ({ send }) => send({ type: 'list.automate', isOn: true }) },
    'it is to wait': { go: ({ send }) => send({ type: 'list.automate', isOn: false }) },
    'the pause is over': { go: ({ clock }) => clock.increment(PAUSE_MS) },
    'a call with Ada begins': call('call.begun', ADA),
    'a call with Ada ends': call('call.ended', ADA),
    'a call with Ada has an outcome': call('call.resulted', ADA),
    'a call with Bo begins': call('call.begun', BO),
    'a call with Bo ends': call('call.ended', BO),
    'a call with Bo has an outcome': call('call.resulted', BO),
    'a call with a stranger begins': call('call.begun', null),
    'a call with a stranger ends': call('call.ended', null),
  },
};

describe('a call list', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...model,
      always: (snapshot) => {
        const { at, entries: all } = listOf(snapshot);
        expect(at).toBeLessThanOrEqual(Math.max(all.length - 1, 0));
        expect(snapshot.matches('on') && all.length === 0).toBe(false);
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('leaves no call: the list moves only once it has ended', () => {
    const left = walked.edges.filter(({ from, to }) => from.includes('talking') && !to.includes('talking'));
    const ways = new Set(left.map(({ move }) => move));
    expect([...ways].toSorted()).toEqual([
      'a call with Ada ends',
      'a call with Bo ends',
      'the agent ends the list',
      'the agent starts a list',
    ]);
  });

  test('calls by itself only where it was asked to', () => {
    const begun = walked.edges.filter(({ from, to }) => !from.includes('dialing') && to.includes('dialing'));
    const byItself = begun.filter(({ move }) => move !== 'the agent calls');
    expect(new Set(byItself.map(({ move }) => move))).toEqual(new Set(['the pause is over']));
    expect(byItself.every(({ from }) => from.includes('pausing') && from.includes('true'))).toBe(true);
  });
});
