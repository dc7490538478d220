import type { ListedContact, readCallList } from '#contract/call-list.contract.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { Reply } from '#contract/endpoint.ts';

/** What a list is made of. */
export type Chosen = SelectionInput;

export interface Found {
  readonly entries: readonly ListedContact[];
  /** Contacts left out. */
  readonly left: Reply<typeof readCallList>['meta'];
}

export interface CallList {
  /** In the order in which they are called. */
  readonly entries: readonly ListedContact[];
  /** Place of the current one. */
  readonly at: number;
  /** Calls each contact by itself after a pause. */
  readonly isAutomatic: boolean;
  /** By contact id; absent: it comes later. */
  readonly outcomes: Readonly<Record<number, 'called' | 'passed'>>;
}

export type CallListCommand =
  | { readonly type: 'list.start'; readonly chosen: Chosen }
  | { readonly type: 'list.next' | 'list.previous' | 'list.dial' | 'list.end' }
  | { readonly type: 'list.automate'; readonly isOn: boolean };

/** What is kept of a list over a reload, and what the phone does. */
export type CallListFact =
  | { readonly type: 'list.recalled'; readonly list: CallList }
  | {
      readonly type: 'call.begun' | 'call.ended' | 'call.resulted';
      /** `null`: the call is of no contact. */
      readonly contactId: number | null;
    };

/** Where an agent is with the current contact; `over`: past the last one. */
export const CALL_LIST_STAGES = ['waiting', 'pausing', 'dialing', 'talking', 'wrapping', 'over'] as const;
export type CallListStage = (typeof CALL_LIST_STAGES)[number];

export const NO_LIST: CallList = { entries: [], at: 0, isAutomatic: false, outcomes: {} };

/** The current contact. */
export const at = ({ entries, at: place }: CallList): ListedContact | undefined => entries[place];

const withOutcome = (list: CallList, outcome: 'called' | 'passed') => {
  const current = at(list);
  return current === undefined ? {} : { outcomes: { ...list.outcomes, [current.id]: outcome } };
};

export const called = (list: CallList): Partial<CallList> => withOutcome(list, 'called');

/** Leaves the current contact: it was passed over unless it was called. */
export const passed = (list: CallList): Partial<CallList> =>
  list.outcomes[at(list)?.id ?? 0] === 'called' ? {} : withOutcome(list, 'passed');

export const moved = ({ entries, at: place }: CallList, by: 1 | -1): Partial<CallList> => ({
  at: Math.min(Math.max(place + by, 0), entries.length - 1),
});

/** How many contacts were called, and how many passed over. */
export function countsOf({ outcomes }: CallList): { readonly called: number; readonly passed: number } {
  const all = Object.values(outcomes);
  const calls = all.filter((outcome) => outcome === 'called').length;
  return { called: calls, passed: all.length - calls };
}
