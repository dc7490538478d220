import type { ReadonlyAtom } from '@xstate/store';
import type { InspectionEvent } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { PhoneCommand, PhoneView } from '../../machines/phone/line-view.ts';
import type { Cable } from '../../realtime/cable.ts';

/** How loud it is, each from 0 to 1. */
export interface Level {
  readonly input: number;
  readonly output: number;
}

/** Whether the desktop tells of incoming calls; `missing`: this browser cannot. */
export type Notices = 'unasked' | 'granted' | 'denied' | 'missing';

/** The phone as views know it. It is always there; what it does loads when the person has a phone. */
export interface Phone {
  /** `null`: not loaded yet, or not for this person. */
  readonly view: ReadonlyAtom<PhoneView | null>;
  /** What is asked before the phone has loaded is done as soon as it has. */
  readonly send: (command: PhoneCommand) => void;
  /**
   * Tells some 20 times a second how loud the call is; without a call it opens the microphone for as long as somebody
   * listens. Answers how to end it.
   */
  readonly observeLevels: (listener: (level: Level) => void) => () => void;
  readonly notices: ReadonlyAtom<Notices>;
  /** Only where the person has just asked for it: the browser shows a question. */
  readonly askForNotices: () => void;
  /** Who opens pages of the app; answers how to end it. */
  readonly openBy: (open: (href: string) => void) => () => void;
}

export interface PhoneDeps {
  readonly boot: Boot;
  readonly api: ApiClient;
  readonly cable: Cable;
  readonly inspect: (event: InspectionEvent) => void;
  /** Says something in the page. */
  readonly tell: (tone: 'bad', text: string) => void;
}

/** What runs while the person has a phone; made by the part that loads late. */
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
