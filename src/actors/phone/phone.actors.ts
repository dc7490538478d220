import { createAtom } from '@xstate/store';
import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { gateOf } from '#rules/access/features.ts';
import type { PhoneCommand, PhoneView } from '../../machines/phone/line-view.ts';
import { createLatePart } from '../_frame/late-part.ts';
import type { Level, Notices, Phone, PhoneDeps, PhoneRun, RunningPhone } from './phone-handle.ts';

/** `DIALER_START_MS`, without the contract around it, which comes with the phone. */
export const PHONE_LOADS_MS = 500;

type LoadPhone = () => Promise<(run: PhoneRun) => RunningPhone>;

const loadPhone: LoadPhone = async () => (await import('./run-phone.ts')).runPhone;

/** The handle that lives as long as the page, and what the session runs for one person. */
export function createPhone(deps: PhoneDeps, load: LoadPhone = loadPhone) {
  const notices = createAtom<Notices>(noticesNow());
  const listeners = new Map<(level: Level) => void, () => void>();
  const { view, send, openBy, running, actor } = createLatePart<PhoneView, PhoneCommand, RunningPhone>({
    isFor: (user) => hasPhone(deps.boot, user),
    load: async () => {
      const run = await load();
      return (around) => run({ ...deps, ...around });
    },
    loadsAfter: () => PHONE_LOADS_MS,
    onMissed: () => deps.tell('bad', "Couldn't load the phone. Try again."),
    onBegun: (phone) => {
      for (const listener of listeners.keys()) listeners.set(listener, phone.observeLevels(listener));
    },
  });

  const phone: Phone = {
    view,
    send,
    observeLevels: (listener) => {
      listeners.set(listener, running()?.observeLevels(listener) ?? (() => undefined));
      return () => {
        listeners.get(listener)?.();
        listeners.delete(listener);
      };
    },
    notices,
    askForNotices: () => {
      if (notices.get() === 'unasked') void Notification.requestPermission().then(() => notices.set(noticesNow()));
    },
    openBy,
  };
  return { phone, actor };
}

const hasPhone = (boot: Boot, user: CurrentUser): boolean =>
  user.permissions.includes('phone.call') && gateOf('phone', featureFactsOf(boot, user)).allowed;

function noticesNow(): Notices {
  if (!('Notification' in globalThis)) return 'missing';
  return Notification.permission === 'default' ? 'unasked' : Notification.permission;
}
