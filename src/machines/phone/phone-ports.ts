import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { Purpose } from '#contract/compliance.contract.ts';
import type { DeviceToken, PhoneBroadcast } from '#contract/phone.contract.ts';
import type { Call, MatchedContact } from '#contract/phone/call.contract.ts';
import { callbackPort, promisePort, streamPort } from '../port.ts';
import type { Busy, LineCommand, PhoneView } from './line-view.ts';
import type { VoiceAsk, VoiceConfig } from './voice-port.ts';

/*
 * Every port of the phone, by the machine that has it; `src/actors/phone/` fills them. Promises reject with an
 * `ApiError`. Actions that are ports: `noteEvent` of the call, `openContact` of the phone.
 */

/** Of `device.machine.ts`. */
export const devicePorts = {
  fetchToken: promisePort<DeviceToken>('fetchToken'),
  /**
   * The line itself, while the device exists: receives `VoiceAsk`s, reports `VoiceFact`s. It survives a renewed token
   * and ends every call when it stops.
   */
  voice: callbackPort<VoiceConfig, VoiceAsk>('voice'),
  /** Answers the number that calls come from now. */
  updateNumber: promisePort<string, { number: string }>('updateNumber'),
};

/** Of `call.machine.ts`. */
export const callPorts = {
  startCall: promisePort<Call, CallWish>('startCall'),
  /** Asks the server for one change; nothing is shown as done before it answers. */
  changeCall: promisePort<Call, CallChange>('changeCall'),
  findContacts: promisePort<readonly MatchedContact[], { number: string }>('findContacts'),
};

/** Of `line.machine.ts`, which one tab runs. */
export const linePorts = {
  /** Calls that ring or go on, as the server has them. */
  readActiveCalls: promisePort<readonly Call[]>('readActiveCalls'),
  broadcasts: streamPort<PhoneBroadcast | StreamBroadcast>('broadcasts'),
};

/** Of `leadership.machine.ts`: the lock that one tab has. Tells `LockFact`s, hears `LockAsk`s. */
export const leadershipPorts = {
  lock: callbackPort<undefined, LockAsk>('lock'),
};

/** Of `screen-pop.machine.ts`: opens another tab. */
export const screenPopPorts = {
  openPop: promisePort<'opened' | 'blocked', { href: string }>('openPop'),
};

/** Of `phone.machine.ts`, the root of each tab: the word between tabs. Tells `TabsFact`s, hears `TabsAsk`s. */
export const phonePorts = {
  tabs: callbackPort<undefined, TabsAsk>('tabs'),
};

export interface CallWish {
  /** Unique: the same for every try of the same call. */
  readonly key: string;
  readonly number: string;
  /** `null`: the only contact of the number, if there is one. */
  readonly contactId: number | null;
  /** `null`: as the server takes it. */
  readonly purpose: Purpose | null;
}

export type CallChange = { readonly callId: number } & (
  | { readonly kind: 'hangUp' }
  | { readonly kind: 'hold'; readonly held: boolean }
  | { readonly kind: 'transfer'; readonly number: string }
  /** `start` plays the disclaimer first. */
  | { readonly kind: 'record'; readonly action: 'start' | 'pause' | 'resume' | 'stop' }
  | { readonly kind: 'consent'; readonly agreed: boolean }
  | { readonly kind: 'link'; readonly contactId: number }
);

/** Facts known to the browser only, for the call details; the server's `note_call_events`. */
export interface CallEventSeen {
  /** `null`: the server does not know the call, so there is no one to report to. */
  readonly callId: number | null;
  readonly kind: 'quality_poor' | 'quality_good' | 'reconnecting' | 'reconnected' | 'muted' | 'unmuted' | 'digits';
}

/** Of the tab that waits for the lock, or has it. */
export type LockFact =
  | { readonly type: 'lock.granted' }
  /** Another tab has it; this one stays in the queue. */
  | { readonly type: 'lock.held' }
  /** Another tab has taken it; this one is in the queue again. */
  | { readonly type: 'lock.lost' }
  /** Another tab wants it: to the tab that has it. */
  | { readonly type: 'lock.asked' }
  /** Answer of the tab that owns it. */
  | { readonly type: 'lock.agreed' }
  | { readonly type: 'lock.refused'; readonly reason: Busy };

export type LockAsk =
  /** Asks the tab that has it. */
  | { readonly type: 'lock.ask' }
  /** Takes over, whichever tab owns it. */
  | { readonly type: 'lock.steal' }
  | { readonly type: 'lock.agree' }
  | { readonly type: 'lock.refuse'; readonly reason: Busy };

/** View of the leading tab, shown in all tabs. */
export type SharedView = Pick<PhoneView, 'line' | 'pops'>;

/** Commands that a following tab passes on to the leading one. */
export type SharedCommand = LineCommand | { readonly type: 'phone.dismissPop'; readonly number: string };

export type TabsAsk =
  | { readonly type: 'tabs.tell'; readonly shown: SharedView }
  | { readonly type: 'tabs.pass'; readonly command: SharedCommand }
  /** A new tab opened: the leading one sends it the current view. */
  | { readonly type: 'tabs.greet' };

export type TabsFact =
  | { readonly type: 'tabs.told'; readonly shown: SharedView }
  | { readonly type: 'tabs.passed'; readonly command: SharedCommand }
  | { readonly type: 'tabs.greeted' };
