import type { ReadonlyAtom } from '@xstate/store';
import type { InspectionEvent } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { PhoneCommand, PhoneView } from '../../machines/phone/line-view.ts';
import type { Cable } from '../../realtime/cable.ts';

/** Volume, each from 0 to 1. */
export interface Level {
  readonly input: number;
  readonly output: number;
}

/** Desktop notifications for incoming calls; `missing` when unsupported by this browser. */
export type Notices = 'unasked' | 'granted' | 'denied' | 'missing';

/** The phone for views. Always present; its implementation loads when the user has a phone. */
export interface Phone {
  /** `null`: not loaded yet, or not for this person. */
  readonly view: ReadonlyAtom<PhoneView | null>;
  /** Requests made before the phone has loaded run as soon as it has. */
  readonly send: (command: PhoneCommand) => void;
  /**
   * Reports the call's volume some 20 times a second; without a call it opens the microphone while there are listeners.
   * Returns the unsubscribe.
   */
  readonly observeLevels: (listener: (level: Level) => void) => () => void;
  readonly notices: ReadonlyAtom<Notices>;
  /** Only right after a user action: the browser shows a prompt. */
  readonly askForNotices: () => void;
  /** Registers the function that opens pages of the app; returns its unsubscribe. */
  readonly openBy: (open: (href: string) => void) => () => void;
}

export interface PhoneDeps {
  readonly boot: Boot;
  readonly api: ApiClient;
  readonly cable: Cable;
  readonly inspect: (event: InspectionEvent) => void;
  /** Shows a message on the page. */
  readonly tell: (tone: 'bad', text: string) => void;
}

/** Runs while the user has a phone; created by the lazily loaded part. */
export interface RunningPhone {
  readonly send: (command: PhoneCommand) => void;
  readonly observeLevels: Phone['observeLevels'];
  readonly stop: () => void;
}

export interface PhoneRun extends PhoneDeps {
  readonly user: CurrentUser;
  readonly show: (view: PhoneView) => void;
  /** Opens a page of the app in this tab. */
  readonly open: (href: string) => void;
}
