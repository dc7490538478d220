import { createActor, fromPromise } from 'xstate';
import { flagsOf } from '#rules/access/account-type.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { callMachine } from '../../machines/phone/call.machine.ts';
import { deviceMachine } from '../../machines/phone/device.machine.ts';
import { dialledOf } from '../../machines/phone/dialled.ts';
import { leadershipMachine } from '../../machines/phone/leadership.machine.ts';
import type { PhoneView } from '../../machines/phone/line-view.ts';
import { lineMachine } from '../../machines/phone/line.machine.ts';
import { phoneMachine, phoneViewOf } from '../../machines/phone/phone.machine.ts';
import { screenPopMachine } from '../../machines/phone/screen-pop.machine.ts';
import { clockNow } from '../../store/demo-clock.ts';
import type { PhoneRun, RunningPhone } from './phone-handle.ts';
import { createCallNotices } from './call-notice.ts';
import { createLevels } from './levels.ts';
import { noteSeen, serverPorts } from './server-ports.ts';
import { createLock, createPhoneTabs } from './tabs.ts';
import { createTones, type Tones } from './tones.ts';
import { createVoice } from './voice.ts';

/** Runs the phone of this tab until it is stopped, which ends its calls. */
export function runPhone(run: PhoneRun): RunningPhone {
  const tones = createTones();
  const levels = createLevels();
  const notice = createCallNotices();
  const machine = composePhone(run, tones, levels);
  const input = { now: Date.now, newKey: newIdempotencyKey, pageAge, isAdmin: flagsOf(run.user.roles).admin };
  const actor = createActor(machine, { input, inspect: run.inspect });

  let before: PhoneView | null = null;
  const watching = actor.subscribe((snapshot) => {
    const view = phoneViewOf(snapshot);
    if (view === before) return;
    const { here } = view.leadership;
    levels.setInCall(view.line.call !== null);
    notice(here ? view.line.incoming : []);
    before = view;
    run.show(view);
  });
  actor.start();
  return {
    send: (command) => {
      // The keys of a call sound by the line itself.
      if (command.type === 'panel.type' && before?.panel.view !== 'inCallKeypad') press(tones, command.text);
      actor.send(command);
    },
    observeLevels: levels.observe,
    stop: () => {
      watching.unsubscribe();
      actor.stop();
      notice([]);
      levels.stop();
      tones.close();
    },
  };
}

/** Fills the ports of the phone's machines. */
const composePhone = (run: PhoneRun, tones: Tones, levels: ReturnType<typeof createLevels>) => {
  const { fetchToken, updateNumber, startCall, changeCall, findContacts, ...ofLine } = serverPorts(run.api, run.cable);
  const voice = createVoice({ location, onPageHide, pageAge, tones, tellLevel: levels.tell });
  const line = lineMachine.provide({
    actors: {
      ...ofLine,
      // This file itself has come that late.
      device: deviceMachine.provide({ actors: { fetchToken, updateNumber, voice }, delays: { start: 0 } }),
      call: callMachine.provide({
        actors: { startCall, changeCall, findContacts },
        actions: { noteEvent: (_, seen) => noteSeen(run.api, seen, clockNow) },
      }),
    },
  });
  return phoneMachine.provide({
    actors: {
      tabs: createPhoneTabs(run.user.id),
      leadership: leadershipMachine.provide({ actors: { lock: createLock(run.user.id) } }),
      line,
      screenPop: screenPopMachine.provide({
        actors: {
          openPop: fromPromise<'opened' | 'blocked', { href: string }>(({ input: { href } }) =>
            Promise.resolve(open(href, '_blank') === null ? 'blocked' : 'opened'),
          ),
        },
      }),
    },
    actions: { openContact: (_, { number }) => run.open(`/contacts/${number}`) },
  });
};

const pageAge = (): number => performance.now();

function onPageHide(act: () => void): () => void {
  addEventListener('pagehide', act);
  return () => removeEventListener('pagehide', act);
}

/** A key of the pad sounds; what is pasted does not. */
function press(tones: Tones, text: string): void {
  const key = text.length === 1 ? dialledOf(text) : '';
  if (key !== '') tones.press(key);
}
