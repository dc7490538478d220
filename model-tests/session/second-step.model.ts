import {
  type SecondStepMethod,
  RESEND_PAUSE_MS,
  secondStepMachine,
} from '../../src/machines/session/second-step.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, runs } from '../_walk/walk.ts';
import { CHALLENGE_MS, due, failure } from './session.model.ts';

const start = (methods: readonly SecondStepMethod[]) => (ports: HeldPorts) => ({
  machine: secondStepMachine.provide({
    actors: { sendCode: ports.hold('sendCode'), enterCode: ports.hold('enterCode') },
  }),
  input: { due: { ...due, methods: [...methods] } },
});

const choose = (method: SecondStepMethod) => ({
  go: ({ send }: { send: (event: { type: string; method: string }) => void }) =>
    send({ type: 'secondStep.choose', method }),
});

/** Everything that a person, the server and time can do to a second step. */
export const secondStepModel: Model = {
  name: 'second-step',
  starts: { 'with an app': start(['app', 'email', 'recovery']), 'by text first': start(['sms', 'recovery']) },
  key: ({ context }) => JSON.stringify([context.due.methods.length, context.method, context.wrong]),
  moves: {
    'the app is chosen': choose('app'),
    'mail is chosen': choose('email'),
    'a text is chosen': choose('sms'),
    'a recovery code is chosen': choose('recovery'),
    'the code is on its way': { when: runs('sendCode'), go: ({ ports }) => ports.done('sendCode', 'd•••@example.com') },
    'the code cannot be sent': {
      when: runs('sendCode'),
      go: ({ ports }) => ports.failed('sendCode', failure('refused')),
    },
    'sending finds the challenge over': {
      when: runs('sendCode'),
      go: ({ ports }) => ports.failed('sendCode', failure('refused', { otp_secret: ['Over.'] })),
    },
    'half a minute passes': { go: ({ clock }) => clock.increment(RESEND_PAUSE_MS) },
    'another code is asked for': { go: ({ send }) => send({ type: 'secondStep.resend' }) },
    'a code is entered': { go: ({ send }) => send({ type: 'secondStep.enter', code: '123456' }) },
    'the code is right': { when: runs('enterCode'), go: ({ ports }) => ports.done('enterCode') },
    'the code is wrong': {
      when: runs('enterCode'),
      go: ({ ports }) => ports.failed('enterCode', failure('refused', { otp_code: ['Wrong.'] })),
    },
    'checking does not get through': {
      when: runs('enterCode'),
      go: ({ ports }) => ports.failed('enterCode', failure('unreachable')),
    },
    'ten minutes pass': { go: ({ clock }) => clock.increment(CHALLENGE_MS) },
    'the person goes back': { go: ({ send }) => send({ type: 'secondStep.leave' }) },
  },
};
