import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import {
  answerRecordingConsent,
  devicePauseCallRecording,
  deviceResumeCallRecording,
  deviceStartDisclaimerPrompt,
  deviceStopCallRecording,
  type DeviceToken,
  fetchActiveCalls,
  fetchAssociatedContacts,
  fetchDeviceToken,
  hangupCall,
  holdCall,
  linkCall,
  noteCallEvents,
  type PhoneBroadcast,
  startCall,
  transferCall,
  updateNumber,
} from '#contract/phone.contract.ts';
import type { Call, MatchedContact } from '#contract/phone/call.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import type { CallChange, CallEventSeen, CallWish } from '../../machines/phone/phone-ports.ts';
import type { Cable } from '../../realtime/cable.ts';
import { observePhoneBroadcasts } from '../../realtime/phone.stream.ts';

/** The ports of the phone that the server answers. */
export const serverPorts = (api: ApiClient, cable: Cable) => ({
  fetchToken: fromPromise<DeviceToken, undefined>(({ signal }) => api.call(fetchDeviceToken, { signal })),
  updateNumber: fromPromise<string, { number: string }>(
    async ({ input }) => (await api.call(updateNumber, { body: { phone_number: input.number } })).data.call_from,
  ),
  startCall: fromPromise<Call, CallWish>(async ({ input: { key, number, contactId, purpose } }) => {
    const about = { ...(contactId !== null && { contact_id: contactId }), ...(purpose !== null && { purpose }) };
    return (await api.call(startCall, { body: { phone_number: number, ...about }, idempotencyKey: key })).data;
  }),
  changeCall: fromPromise<Call, CallChange>(async ({ input }) => (await change(api, input)).data),
  findContacts: fromPromise<readonly MatchedContact[], { number: string }>(
    async ({ input, signal }) =>
      (await api.call(fetchAssociatedContacts, { body: { phone_number: input.number }, signal })).contacts,
  ),
  readActiveCalls: fromPromise<readonly Call[], undefined>(
    async ({ signal }) => (await api.call(fetchActiveCalls, { body: {}, signal })).call_list,
  ),
  broadcasts: fromEventObservable<PhoneBroadcast | StreamBroadcast, undefined>(() => observePhoneBroadcasts(cable)),
});

const RECORDING = {
  start: deviceStartDisclaimerPrompt,
  pause: devicePauseCallRecording,
  resume: deviceResumeCallRecording,
  stop: deviceStopCallRecording,
} as const;

function change(api: ApiClient, asked: CallChange) {
  const call_id = asked.callId;
  if (asked.kind === 'hangUp') return api.call(hangupCall, { body: { call_id } });
  if (asked.kind === 'hold') return api.call(holdCall, { body: { call_id, held: asked.held } });
  if (asked.kind === 'transfer') return api.call(transferCall, { body: { call_id, phone_number: asked.number } });
  if (asked.kind === 'consent') return api.call(answerRecordingConsent, { body: { call_id, agreed: asked.agreed } });
  if (asked.kind === 'link') return api.call(linkCall, { body: { call_id, contact_id: asked.contactId } });
  return api.call(RECORDING[asked.action], { body: { call_id } });
}

/** Reports to the server what the browser saw of a call. A lost report doesn't affect the call. */
export const noteSeen = (api: ApiClient, { callId, kind }: CallEventSeen, now: () => number): void => {
  if (callId === null) return;
  const events = [{ key: newIdempotencyKey(), at: new Date(now()).toISOString(), kind }];
  void api.call(noteCallEvents, { body: { call_id: callId, events } }).catch(() => undefined);
};
