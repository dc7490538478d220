import { Subject } from 'rxjs';
import { createActor, fromCallback, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { DeviceToken, PhoneBroadcast } from '#contract/phone.contract.ts';
import { type Call, DIALER_START_MS, type MatchedContact } from '#contract/phone/call.contract.ts';
import { callMachine } from '../../src/machines/phone/call.machine.ts';
import { deviceMachine } from '../../src/machines/phone/device.machine.ts';
import { leadershipMachine } from '../../src/machines/phone/leadership.machine.ts';
import { lineMachine } from '../../src/machines/phone/line.machine.ts';
import type {
  CallChange,
  CallEventSeen,
  CallWish,
  LockAsk,
  LockFact,
  TabsAsk,
  TabsFact,
} from '../../src/machines/phone/phone-ports.ts';
import { phoneMachine } from '../../src/machines/phone/phone.machine.ts';
import { screenPopMachine } from '../../src/machines/phone/screen-pop.machine.ts';
import type { VoiceAsk, VoiceConfig, VoiceFact } from '../../src/machines/phone/voice-port.ts';
import { call, matched, token } from './phone-fixtures.ts';

/** Lets every promise that can settle now do so. */
export const settle = () => new Promise<void>((done) => void setImmediate(done));

/** Responses of the world around a phone, and the requests to it, in order. */
export function phoneWorld(answers: Partial<PhoneAnswers> = {}) {
  const clock = new SimulatedClock();
  const asked: VoiceAsk[] = [];
  const changes: CallChange[] = [];
  const wishes: CallWish[] = [];
  const events: CallEventSeen[] = [];
  const locks: LockAsk[] = [];
  const tabs: TabsAsk[] = [];
  const pops: string[] = [];
  const opened: number[] = [];
  const told$ = new Subject<PhoneBroadcast | StreamBroadcast>();
  const voices: { config: VoiceConfig; tell: (fact: VoiceFact) => void }[] = [];
  const words: { lock: (fact: LockFact) => void; tabs: (fact: TabsFact) => void } = {
    lock: () => undefined,
    tabs: () => undefined,
  };
  let keys = 0;
  const answer: PhoneAnswers = {
    fetchToken: () => Promise.resolve(token()),
    updateNumber: (number) => Promise.resolve(number),
    startCall: () => Promise.resolve(call()),
    changeCall: () => Promise.resolve(call({ version: 9 })),
    findContacts: () => Promise.resolve([matched()]),
    readActiveCalls: () => Promise.resolve([]),
    openPop: () => Promise.resolve('opened'),
    ...answers,
  };
  const machines = composed();
  const now = () => clock.now();
  const newKey = () => {
    keys += 1;
    return `call ${keys}`;
  };

  function composed() {
    const device = deviceMachine.provide({
      actors: {
        fetchToken: fromPromise(() => answer.fetchToken()),
        updateNumber: fromPromise<string, { number: string }>(({ input }) => answer.updateNumber(input.number)),
        voice: fromCallback<VoiceAsk, VoiceConfig>(({ input, receive, sendBack }) => {
          voices.push({ config: input, tell: sendBack });
          receive((ask) => asked.push(ask));
        }),
      },
    });
    const ofCall = callMachine.provide({
      actors: {
        startCall: fromPromise<Call, CallWish>(({ input }) => {
          wishes.push(input);
          return answer.startCall(input);
        }),
        changeCall: fromPromise<Call, CallChange>(({ input }) => {
          changes.push(input);
          return answer.changeCall(input);
        }),
        findContacts: fromPromise<readonly MatchedContact[], { number: string }>(({ input }) =>
          answer.findContacts(input.number),
        ),
      },
      actions: { noteEvent: (_, seen) => void events.push(seen) },
    });
    const line = lineMachine.provide({
      actors: {
        device,
        call: ofCall,
        readActiveCalls: fromPromise(() => answer.readActiveCalls()),
        broadcasts: fromEventObservable(() => told$),
      },
    });
    const leadership = leadershipMachine.provide({
      actors: {
        lock: fromCallback<LockAsk, undefined>(({ receive, sendBack }) => {
          words.lock = sendBack;
          receive((ask) => locks.push(ask));
        }),
      },
    });
    const screenPop = screenPopMachine.provide({
      actors: {
        openPop: fromPromise<'opened' | 'blocked', { href: string }>(({ input: { href } }) => {
          pops.push(href);
          return answer.openPop();
        }),
      },
    });
    const phone = phoneMachine.provide({
      actors: {
        leadership,
        line,
        screenPop,
        tabs: fromCallback<TabsAsk, undefined>(({ receive, sendBack }) => {
          words.tabs = sendBack;
          receive((ask) => tabs.push(ask));
        }),
      },
      actions: { openContact: (_, { number }) => void opened.push(number) },
    });
    return { device, call: ofCall, line, leadership, screenPop, phone };
  }

  return {
    clock,
    now,
    newKey,
    machines,
    answer,
    asked,
    changes,
    wishes,
    events,
    locks,
    tabs,
    pops,
    opened,
    voices,
    /** Responses of the server. */
    told$,
    /** Events of the line. */
    voice: (fact: VoiceFact) => voices.at(-1)?.tell(fact),
    lock: (fact: LockFact) => words.lock(fact),
    otherTab: (fact: TabsFact) => words.tabs(fact),
  };
}

export interface PhoneAnswers {
  fetchToken: () => Promise<DeviceToken>;
  updateNumber: (number: string) => Promise<string>;
  startCall: (wish: CallWish) => Promise<Call>;
  changeCall: (change: CallChange) => Promise<Call>;
  findContacts: (number: string) => Promise<readonly MatchedContact[]>;
  readActiveCalls: () => Promise<readonly Call[]>;
  openPop: () => Promise<'opened' | 'blocked'>;
}

/** The phone of a tab, not yet known to lead. */
export function openPhone(answers: Partial<PhoneAnswers> = {}) {
  const world = phoneWorld(answers);
  const { now, newKey, clock } = world;
  const actor = createActor(world.machines.phone, {
    clock,
    input: { now, newKey, pageAge: now, isAdmin: false },
  }).start();
  return { ...world, actor, view: () => actor.getSnapshot().context.view };
}

/** The phone of the tab that leads, with a device that is ready. */
export async function leadingPhone(answers: Partial<PhoneAnswers> = {}) {
  const phone = openPhone(answers);
  phone.lock({ type: 'lock.granted' });
  phone.clock.increment(DIALER_START_MS);
  await settle();
  phone.voice({ type: 'voice.registered' });
  return phone;
}

/** A line with a device that is ready. */
export async function readyLine(answers: Partial<PhoneAnswers> = {}) {
  const world = phoneWorld(answers);
  const { now, newKey, clock } = world;
  const actor = createActor(world.machines.line, { clock, input: { now, newKey, pageAge: now } }).start();
  clock.increment(DIALER_START_MS);
  await settle();
  world.voice({ type: 'voice.registered' });
  return { ...world, actor };
}
