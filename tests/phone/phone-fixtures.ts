import { createActor, type EventObject, fromCallback } from 'xstate';
import type { DeviceToken } from '#contract/phone.contract.ts';
import type { Call, MatchedContact, Minutes } from '#contract/phone/call.contract.ts';

export const SID = `CA${'0'.repeat(32)}`;

export const minutes = (some: Partial<Minutes> = {}): Minutes => ({
  source: 'manager',
  used: 212,
  allocation: 500,
  paid: true,
  renews_on: '2026-12-01',
  manager: { id: 1002, name: 'Marcus Ellery' },
  requested: null,
  ...some,
});

export const matched = (some: Partial<MatchedContact> = {}): MatchedContact => ({
  id: 7,
  number: 107,
  name: 'Rosalind Okafor',
  city: 'Round Rock',
  state: 'TX',
  phone_type: 'mobile',
  last_talked_at: null,
  may_be_called: { allowed: true, reason: '' },
  ...some,
});

export const recording = (some: Partial<Call['recording']> = {}): Call['recording'] => ({
  state: 'off',
  mode: 'announced',
  asks: false,
  agreed: null,
  rule: null,
  locked: null,
  seconds: 0,
  file_id: null,
  keep_until: null,
  ...some,
});

/** As recorded by the server for an outbound call, unless stated otherwise. */
export const call = (some: Partial<Call> = {}): Call => ({
  id: 31,
  sid: SID,
  line: 'embedded',
  call_direction: 'outbound',
  call_from: '+18135550117',
  call_to: '+15125550142',
  extension: null,
  caller_city: 'Round Rock',
  caller_state: 'TX',
  created_at: '2026-11-21T16:05:00Z',
  status: 'starting',
  outcome: null,
  answered_at: null,
  ended_at: null,
  seconds: 0,
  away_ms: null,
  held: false,
  user: { id: 1001, name: 'Dana Whitfield' },
  contact: { id: 7, number: 107, name: 'Rosalind Okafor' },
  other_number:
    some.call_direction === 'inbound' ? (some.call_from ?? '+18135550117') : (some.call_to ?? '+15125550142'),
  inside: null,
  echo_instead: false,
  passed_on: null,
  purpose: 'marketing',
  recording: recording(),
  note: '',
  disposition: null,
  version: 1,
  ...some,
});

export const token = (some: Partial<DeviceToken> = {}): DeviceToken => ({
  token: 'sealed',
  enabled: true,
  status: '',
  visible: true,
  line: 'embedded',
  identity: 'user-1001',
  ttl: 3_600,
  path: '/voice',
  numbers: [
    { number: '+18135550117', label: 'Tampa' },
    { number: '+15125550150', label: 'Austin' },
  ],
  call_from: '+18135550117',
  echo_number: '+15555550199',
  minutes: minutes(),
  ...some,
});

/** An actor that does nothing but remember what it is told. */
export function ear() {
  const heard: EventObject[] = [];
  const actor = createActor(fromCallback(({ receive }) => receive((event) => heard.push(event)))).start();
  return { actor, heard };
}
