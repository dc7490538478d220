import type { Call } from '#contract/phone/call.contract.ts';
import { lockedSentence } from '#rules/compliance/recording-rule.ts';
import type { FoundCall } from './calls.sql.ts';

export const toCall = (row: FoundCall): Call => ({
  id: row.id,
  sid: row.sid,
  line: row.line,
  call_direction: row.direction,
  call_from: row.from_number,
  call_to: row.to_number,
  ...placeOf(row),
  created_at: row.created_at.toISOString(),
  status: row.status,
  outcome: row.outcome,
  answered_at: row.answered_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  seconds: row.seconds,
  held: row.held,
  away_ms: row.away_ms,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  contact: row.contact,
  other_number: otherNumber(row),
  extension: row.extension,
  inside: row.inside ?? (row.echo ? { kind: 'echo', name: 'Test call' } : null),
  echo_instead: row.echo_instead,
  passed_on: passedOn(row),
  purpose: row.purpose,
  recording: {
    state: row.recording,
    mode: row.recording_mode,
    asks: row.recording_asks,
    agreed: row.recording_agreed,
    rule: row.recording_rule,
    locked: lockedSentence({ mode: row.recording_mode, rule: row.recording_rule }),
    seconds: row.recording_seconds,
    file_id: row.file_id,
    keep_until: row.keep_until,
  },
  note: row.note,
  disposition: row.disposition,
  version: row.version,
});

/** A call without its notes and recording, for others than its owner: it doesn't wait for them. */
export const withoutWords = (call: Call): Call => ({
  ...call,
  away_ms: null,
  note: '',
  disposition: null,
  recording: { ...call.recording, state: 'off', agreed: null, seconds: 0, file_id: null, keep_until: null },
});

/** Uses the contact's place if known: people keep their number when they move. */
const placeOf = ({ contact_city: city, contact_state: state, ...call }: FoundCall) =>
  city || state
    ? { caller_city: city ?? '', caller_state: state ?? '' }
    : { caller_city: call.caller_city, caller_state: call.caller_state };

type Numbers = Pick<FoundCall, 'direction' | 'from_number' | 'to_number'>;

/** Number of the other party; after a transfer, that of its target. */
export const otherNumber = ({ other_number: since, ...call }: Numbers & Pick<FoundCall, 'other_number'>): string =>
  since ?? (call.direction === 'inbound' ? call.from_number : call.to_number);

/** The number of this side. */
export const ownNumber = ({ direction, from_number: from, to_number: to }: Numbers): string =>
  direction === 'inbound' ? to : from;

function passedOn(row: FoundCall): Call['passed_on'] {
  const { passed_to: to, passed_outcome: outcome, passed_inside: next, inside, other_number: since } = row;
  const back = row.passed_back;
  if (to !== null) {
    return { by: 'agent', to, name: next?.name ?? '', outcome: outcome ?? back, returned: back !== null };
  }
  return since === null ? null : { by: 'other', to: since, name: inside?.name ?? '', outcome, returned: false };
}
