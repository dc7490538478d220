import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { domainsMachine, LOOK_MS, type DomainAsk } from '../../src/machines/custom-domains/domains.machine.ts';
import { sampleDomain } from '../../tests/custom-domains/sample-domain.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;

const domain = { id: 1, custom_domain: 'plans.agency.test', business_unit_id: null };

type Context = ReturnType<typeof domainsMachine.getInitialSnapshot>['context'];
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Context;

const submits = (ask: DomainAsk): Move => ({
  when: (s) => s.can({ type: 'domains.submit', ask }),
  go: ({ send }) => send({ type: 'domains.submit', ask }),
});
const says = (...statuses: readonly ('pending' | 'verified')[]): Move => ({
  when: runs('readDomains'),
  go: ({ ports }) =>
    ports.done(
      'readDomains',
      statuses.map((status, at) => sampleDomain({ id: at + 1, status })),
    ),
});

/** What an administrator, the DNS and the server can do. */
const model: Model = {
  name: 'domains',
  starts: {
    'the page': ({ hold }) => ({
      machine: domainsMachine.provide({
        actors: { readDomains: hold('readDomains'), submitDomain: hold('submitDomain') },
      }),
      input: { newKey },
    }),
  },
  key: (snapshot) => {
    const { domains, refusal, order } = contextOf(snapshot);
    return [domains?.map(({ status }) => status).join(), refusal !== null, order?.ask.what].join(' ');
  },
  always: (snapshot) => {
    const { domains, refusal } = contextOf(snapshot);
    const { stage } = snapshot.value as { stage: string };
    const isOpen = domains?.some(({ status }) => status !== 'verified') === true;
    if (stage === 'waiting' && !isOpen) throw new Error('waits for nothing');
    if (stage === 'settled' && isOpen) throw new Error('leaves a domain that waits for the DNS');
    if (stage === 'none' && domains?.length !== 0) throw new Error('hides domains');
    if (refusal?.text === '') throw new Error('a refusal without a reason');
  },
  moves: {
    'the server says that there are none': says(),
    'the server says that one waits': says('verified', 'pending'),
    'the server says that all are live': says('verified'),
    'the server does not answer': { when: runs('readDomains'), go: ({ ports }) => ports.failed('readDomains') },
    'the administrator loads again': {
      when: (s) => s.matches({ stage: 'unreachable' }) || s.matches({ stage: 'settled' }),
      go: ({ send }) => send({ type: 'domains.reload' }),
    },
    'a while passes': { when: (s) => s.matches({ stage: 'waiting' }), go: ({ clock }) => clock.increment(LOOK_MS) },
    'the administrator checks': submits({ what: 'verify', id: 1 }),
    'the administrator removes it': submits({ what: 'remove', domain }),
    'the administrator takes that back': submits({ what: 'restore', domain }),
    'the order is taken': { when: runs('submitDomain'), go: ({ ports }) => ports.done('submitDomain', undefined) },
    'the order is refused': { when: runs('submitDomain'), go: ({ ports }) => ports.failed('submitDomain') },
  },
};

describe('domains of an agency', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(model);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));
});
