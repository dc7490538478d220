import type { Decision } from '#contract/compliance.contract.ts';
import type { ConversationShown } from '#contract/messages/text.contract.ts';
import { timesOf } from '#rules/compliance/contactability-words.ts';
import { formatDate, formatTime } from '../../_kit/format/format-when.ts';
import { firstNameOf, momentText } from '../message-words.ts';

export type TextPurpose = 'service' | 'marketing';

/** The sentence above the composer. */
export type Permission =
  | { readonly is: 'allowed'; readonly title: string; readonly detail: string }
  /** `sendAt`: the first minute at which it is allowed. */
  | { readonly is: 'later'; readonly title: string; readonly text: string; readonly sendAt: string }
  /** No text at all: the composer is gone. */
  | { readonly is: 'opted_out'; readonly title: string; readonly text: string }
  /** `service`: a text that isn't marketing is allowed. `consent`: with their consent, texts are allowed. */
  | {
      readonly is: 'refused';
      readonly title: string;
      readonly text: string;
      readonly service: boolean;
      readonly consent: boolean;
    };

interface Around {
  readonly shown: ConversationShown;
  readonly name: string;
  readonly purpose: TextPurpose;
  /** Of the user. */
  readonly zone: string;
  readonly now: Date;
}

const decisionFor = ({ may_be_texted: all }: ConversationShown, purpose: TextPurpose) =>
  all.find(({ decision }) => decision.purpose === purpose);

const zoneOf = ({ evidence }: Decision, zone: string): string => evidence.clocks[0]?.zone ?? zone;

/** "8:00 PM their time (9:00 PM yours)", or "8:00 PM" where both clocks agree. */
function bothTimes(at: string, theirs: string, mine: string, now: Date): string {
  const [there, here] = [momentText(at, theirs, now), momentText(at, mine, now)];
  const short = (when: string) => when.replace(/^today /u, '');
  return there === here ? short(there) : `${short(there)} their time (${short(here)} yours)`;
}

/** "8:00 PM their time", or "8:00 PM" where both clocks agree. */
function theirTime(at: string, theirs: string, mine: string, now: Date): string {
  const [there, here] = [momentText(at, theirs, now), momentText(at, mine, now)];
  return `${there.replace(/^today /u, '')}${there === here ? '' : ' their time'}`;
}

/** May this person be texted now, until when and why; if not, what to do instead. */
export function permissionOf({ shown, name, purpose, zone, now }: Around): Permission | null {
  const first = firstNameOf(name);
  const [asked, service] = [decisionFor(shown, purpose), decisionFor(shown, 'service')];
  if (asked === undefined) return null;
  const { decision, sentence, until } = asked;
  if (decision.allowed) {
    const theirs = zoneOf(decision, zone);
    const there = timesOf(decision.evidence);
    const isElsewhere = theirs !== zone && there !== '' && there !== formatTime(now, zone);
    return {
      is: 'allowed',
      title: until === null ? 'May be texted' : `May be texted until ${theirTime(until, theirs, zone, now)}`,
      detail: isElsewhere ? `${there} there now` : '',
    };
  }
  if (service !== undefined && !service.decision.allowed && service.decision.reason === 'withdrawn') {
    const since = shown.conversation?.opted_out_at ?? service.decision.evidence.entry?.given_at;
    return {
      is: 'opted_out',
      title: `${first} opted out of texts${since === undefined ? '' : ` on ${formatDate(since, zone)}`}`,
      text: 'The opt-out covers everyone in your agency and stays after a delete or a new import.',
    };
  }
  if (decision.next_at !== null) {
    return {
      is: 'later',
      title: `${first} may not be texted until ${bothTimes(decision.next_at, zoneOf(decision, zone), zone, now)}`,
      text: sentence,
      sendAt: decision.next_at,
    };
  }
  const isService = purpose === 'marketing' && service?.decision.allowed === true;
  const forMarketing = isService ? ' for marketing' : '';
  if (isUntextable(decision))
    return { is: 'refused', title: `${first} can’t be texted`, text: sentence, service: false, consent: false };
  return {
    is: 'refused',
    title: `${first} may not be texted${forMarketing}`,
    text: sentence,
    service: isService,
    consent: true,
  };
}

const UNTEXTABLE: readonly Decision['reason'][] = ['deceased', 'landline', 'number_invalid'];
const isUntextable = ({ reason }: Decision): boolean => UNTEXTABLE.includes(reason);

/** Milliseconds until the sentence may change. */
export function msUntilChange({ may_be_texted: all }: ConversationShown, now: number): number | null {
  const times = all
    .flatMap(({ until, decision }) => [until, decision.next_at])
    .flatMap((at) => (at === null ? [] : [Date.parse(at) - now]))
    .filter((wait) => wait > 0);
  return times.length === 0 ? null : Math.min(...times) + 1_000;
}
