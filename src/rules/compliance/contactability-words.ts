import type { Channel, Decision, Purpose } from '#contract/compliance.contract.ts';
import { stateName } from '../places/us-states.ts';
import { formatPlainDate } from '../time/plain-date.ts';
import { clockWords } from '../time/zoned-time.ts';

const VERB: Readonly<Record<Channel, string>> = {
  call: 'be called',
  text: 'be texted',
  mail: 'be e-mailed',
  share: 'have their data shared',
};
const FOR: Readonly<Record<Purpose, string>> = {
  service: '',
  marketing: ' for marketing',
  automated: ' by automated systems',
};
const ADDRESS: Readonly<Record<Channel, string>> = {
  call: 'phone number',
  text: 'phone number',
  mail: 'e-mail address',
  share: '',
};

const verbOf = ({ channel, purpose }: Decision) => `${VERB[channel]}${channel === 'share' ? '' : FOR[purpose]}`;

/**
 * Reason why a contact may or may not be contacted, one sentence, and another when its location is in doubt. Days and
 * times are displayed separately.
 */
export function decisionSentence(decision: Decision): string {
  const { channel, reason, evidence } = decision;
  switch (reason) {
    case 'nothing_forbids':
      return 'No rule restricts this.';
    case 'within_hours':
      return `Within calling hours at their location.${conflictOf(evidence)}`;
    case 'consented':
      return 'Consent on file.';
    case 'deceased':
      return 'They have died.';
    case 'no_address':
      return `No ${ADDRESS[channel]} on file.`;
    case 'address_invalid':
      return 'E-mail to this address would bounce.';
    case 'landline':
      return `The number is a landline, which takes no texts${verifiedOn(evidence)}.`;
    case 'number_invalid':
      return `The number is not in service${verifiedOn(evidence)}.`;
    case 'withdrawn':
      return `They asked not to ${verbOf(decision)}.`;
    case 'do_not_call':
      return 'The number is on a Do Not Call list.';
    case 'expired':
      return `Their consent to ${verbOf(decision)} has expired.`;
    case 'no_consent':
      return `No consent on file to ${verbOf(decision)}.`;
    case 'daily_limit':
      return `They got ${messagesOf(evidence)} today, as many as are allowed.`;
    case 'outside_hours':
      return `It's ${timesOf(evidence)} where they ${evidence.clocks.length > 1 ? 'may be' : 'live'}, outside calling hours.${conflictOf(evidence)}`;
  }
}

/** The same for many contacts, without what differs between them. */
export function groupedSentence(decision: Decision): string {
  if (decision.reason === 'outside_hours') return 'Outside calling hours at their location.';
  if (decision.reason === 'daily_limit') return 'As many campaign messages that day as are allowed.';
  const { line: _, ...evidence } = decision.evidence;
  return decisionSentence({ ...decision, evidence: { ...evidence, places: [] } });
}

/** "3 campaign messages" */
const messagesOf = ({ messages = [] }: Decision['evidence']): string =>
  messages.length === 1 ? '1 campaign message' : `${messages.length} campaign messages`;

/** ", as looked up on 11/12/2026", by the day of UTC. */
const verifiedOn = ({ line }: Decision['evidence']): string =>
  line === undefined ? '' : `, as looked up on ${formatPlainDate(line.verified_at.slice(0, 10))}`;

const BLOCKED: Readonly<Record<Channel, string>> = {
  call: 'Call blocked',
  text: 'Text message blocked',
  mail: 'E-mail blocked',
  share: 'Sharing blocked',
};

/** "Call blocked until 12:00 PM CT", by the clock of the recipient's address. `null`: no time ends it. */
export function blockedUntil({ channel, at, next_at: next, evidence }: Decision): string | null {
  if (next === null) return null;
  const timeZone = evidence.clocks[0]?.zone ?? 'UTC';
  const show = (instant: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...parts }).format(new Date(instant));
  const [today, thatDay] = [at, next].map((one) => show(one, { dateStyle: 'short' }));
  const day = today === thatDay ? '' : `${show(next, { weekday: 'long' })} `;
  const time = show(next, { hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' });
  return `${BLOCKED[channel]} until ${day}${time.replaceAll('\u202f', ' ')}`;
}

/** "8:32 AM", or "8:32 AM to 9:32 AM" where the zone is in doubt; empty without a clock. */
export function timesOf({ clocks }: Pick<Decision['evidence'], 'clocks'>): string {
  const times = [...new Set(clocks.map(({ time }) => time))].toSorted().map(clockWords);
  return times.length < 2 ? (times[0] ?? '') : `${times[0]} to ${times.at(-1)}`;
}

const PLACE: Readonly<Record<Decision['evidence']['places'][number]['by'], string>> = {
  address: 'Address',
  zip: 'ZIP code',
  number: 'Area code',
};

/** ` Address in Texas, area code in Florida: the stricter rule applies.` Empty: nothing disagrees. */
function conflictOf({ places }: Decision['evidence']): string {
  if (places.length < 2) return '';
  const named = places.map(({ by, state }) => `${PLACE[by]} in ${stateName(state)}`);
  const [first = '', ...others] = named;
  // "ZIP" stays in capitals.
  const rest = others.map((one) => (one.startsWith('ZIP') ? one : one.charAt(0).toLowerCase() + one.slice(1)));
  return ` ${[first, ...rest].join(', ')}: the stricter rule applies.`;
}
