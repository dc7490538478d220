import { createAtom } from '@xstate/store';
import { type EventObject, fromCallback } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { featureFactsOf } from '#rules/feature-facts.ts';
import { gateOf } from '#rules/features.ts';
import type { PhoneCommand, PhoneView } from '../machines/phone/line-view.ts';
import type { Level, Notices, Phone, PhoneDeps, PhoneRun, RunningPhone } from './phone/phone-handle.ts';

/** `DIALER_START_MS`, without the contract around it, which comes with the phone. */
export const PHONE_LOADS_MS = 500;

type LoadPhone = () => Promise<(run: PhoneRun) => RunningPhone>;

const loadPhone: LoadPhone = async () => (await import('./phone/run-phone.ts')).runPhone;

/** The handle that lives as long as the page, and what the session runs for one person. */
export function createPhone(deps: PhoneDeps, load: LoadPhone = loadPhone) {
  const view = createAtom<PhoneView | null>(null);
  const notices = createAtom<Notices>(noticesNow());
  let running: RunningPhone | null = null;
  let asked: PhoneCommand[] = [];
  let open: (href: string) => void = () => undefined;
  const listeners = new Map<(level: Level) => void, () => void>();

  let loadNow: () => void = () => undefined;

  const start = (user: CurrentUser): (() => void) => {
    if (!hasPhone(deps.boot, user)) return () => undefined;
    let isOver = false;
    const begin = (run: (run: PhoneRun) => RunningPhone) => {
      if (isOver) return;
      running = run({ ...deps, user, show: (shown) => view.set(shown), open: (href) => open(href) });
      for (const listener of listeners.keys()) listeners.set(listener, running.observeLevels(listener));
      for (const command of asked.splice(0)) running.send(command);
    };
    // When it does not come, a new version is out or the network is away: the page works without it.
    loadNow = () => {
      clearTimeout(timer);
      loadNow = () => undefined;
      load()
        .then(begin)
        .catch((error: unknown) => reportError(error));
    };
    const timer = setTimeout(() => loadNow(), PHONE_LOADS_MS);
    if (asked.length > 0) loadNow();
    return () => {
      isOver = true;
      clearTimeout(timer);
      loadNow = () => undefined;
      running?.stop();
      running = null;
      asked = [];
      view.set(null);
    };
  };

  const phone: Phone = {
    view,
    send: (command) => {
      if (running) return running.send(command);
      asked.push(command);
      loadNow();
    },
    observeLevels: (listener) => {
      listeners.set(listener, running?.observeLevels(listener) ?? (() => undefined));
      return () => {
        listeners.get(listener)?.();
        listeners.delete(listener);
      };
    },
    notices,
    askForNotices: () => {
      if (notices.get() === 'unasked') void Notification.requestPermission().then(() => notices.set(noticesNow()));
    },
    openBy: (opener) => {
      open = opener;
      return () => {
        if (open === opener) open = () => undefined;
      };
    },
  };
  return { phone, actor: fromCallback<EventObject, { user: CurrentUser }>(({ input }) => start(input.user)) };
}

const hasPhone = (boot: Boot, user: CurrentUser): boolean =>
  user.permissions.includes('phone.call') && gateOf('phone', featureFactsOf(boot, user)).allowed;

function noticesNow(): Notices {
  if (!('Notification' in globalThis)) return 'missing';
  return Notification.permission === 'default' ? 'unasked' : Notification.permission;
}
