import * as z from 'zod/mini';
import { Id, ListMeta, PageNumber, PathId } from './_wire.contract.ts';
import { PURPOSES } from './compliance.contract.ts';
import { endpoint } from './endpoint.ts';
import {
  Call,
  CALL_RESULTS,
  CallLogEntry,
  DISPOSITIONS,
  MatchedContact,
  Minutes,
  MinutesRequest,
  PhoneNumber,
} from './phone/call.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Credentials for registering a device with its line. */
export const DeviceToken = z.object({
  /** Opaque; empty while `enabled` is false. */
  token: z.string(),
  /** True when the dialer is available to this user (core §4, Dialer availability). */
  enabled: z.boolean(),
  /** Why not, in a sentence; empty when it is. */
  status: z.string(),
  visible: z.boolean(),
  line: z.enum(['embedded', 'twilio']),
  /** Identity of this user on the line. */
  identity: z.string(),
  /** Seconds. */
  ttl: z.int(),
  /** Path of the embedded line on the page's host; `null`: Twilio's own. */
  path: z.nullable(z.string()),
  /** Own numbers; the first one is where calls come from until another is chosen. */
  numbers: z.array(z.object({ number: PhoneNumber, label: z.string() })),
  call_from: z.nullable(PhoneNumber),
  /** Number that echoes the caller's audio; `null`: this line has none. */
  echo_number: z.nullable(PhoneNumber),
  minutes: z.nullable(Minutes),
});
export type DeviceToken = z.output<typeof DeviceToken>;

const OfCall = z.strictObject({ call_id: Id });
/** A number as typed: digits, letters, punctuation. */
const Written = z.string().check(z.trim(), z.minLength(1, 'Enter a number.'), z.maxLength(40));
const CallReply = z.object({ data: Call });

const family = { access: 'phone.call', feature: 'phone' } as const;
const read = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { ...family, effect: 'write', idempotent: true, rate: 'write' } as const;

// ---- constants -------------------------------------------------------------

/** Path of the embedded line's WebSocket on the page's host. Our choice. */
export const VOICE_PATH = '/voice';
/** Calls that `fetch_historical_calls` answers. Ours. */
export const HISTORY_CALLS = 100;

// ---- endpoints -------------------------------------------------------------

export const fetchDeviceToken = endpoint({
  ...read,
  name: 'fetchDeviceToken',
  method: 'GET',
  path: '/v1/dialer/fetch_device_token',
  summary: 'The token of a device, which line it is for, and the minutes that are left',
  reply: DeviceToken,
});

export const fetchActiveCalls = endpoint({
  ...read,
  name: 'fetchActiveCalls',
  method: 'POST',
  path: '/v1/dialer/fetch_active_calls',
  summary: 'Ringing and active calls of the current user',
  body: z.strictObject({}),
  reply: z.object({ call_list: z.array(Call) }),
});

export const fetchHistoricalCalls = endpoint({
  ...read,
  name: 'fetchHistoricalCalls',
  method: 'POST',
  path: '/v1/dialer/fetch_historical_calls',
  summary: 'The last 100 calls of the current user, newest first',
  body: z.strictObject({}),
  reply: z.object({ call_history: z.array(Call) }),
});

/** Not among the 404 specified calls. */
export const listCalls = endpoint({
  ...read,
  name: 'listCalls',
  method: 'GET',
  path: '/v1/dialer/list_calls',
  summary: 'Calls of the current user and their downline, a page at a time',
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    /** In names and numbers. */
    q: z._default(z.string().check(z.maxLength(100)), ''),
    direction: z.optional(z.enum(['inbound', 'outbound'])),
    /** Label of the outcome: an inbound call that no one answered is `missed`, regardless of the cause. */
    outcome: z.optional(z.enum(CALL_RESULTS)),
    whose: z._default(z.enum(['own', 'downline']), 'own'),
  }),
  reply: z.object({ data: z.array(Call), meta: ListMeta }),
});

export const fetchCallLogs = endpoint({
  ...read,
  name: 'fetchCallLogs',
  method: 'POST',
  path: '/v1/dialer/fetch_call_logs',
  summary: 'What happened in a call, in order',
  body: OfCall,
  reply: z.object({ data: z.object({ call: Call, log: z.array(CallLogEntry) }) }),
});

export const fetchAssociatedContact = endpoint({
  ...read,
  name: 'fetchAssociatedContact',
  method: 'POST',
  path: '/v1/dialer/fetch_associated_contact',
  summary: 'The contact of a number; null when there is none, or several',
  body: z.strictObject({ phone_number: Written }),
  reply: z.object({ contact: z.nullable(MatchedContact) }),
});

export const fetchAssociatedContacts = endpoint({
  ...read,
  name: 'fetchAssociatedContacts',
  method: 'POST',
  path: '/v1/dialer/fetch_associated_contacts',
  summary: 'Every contact of a number that the caller may see; at most 20, the last talked to first',
  body: z.strictObject({ phone_number: Written }),
  reply: z.object({ contacts: z.array(MatchedContact) }),
});

export const startCall = endpoint({
  ...write,
  name: 'startCall',
  method: 'POST',
  path: '/v1/dialer/start_call',
  summary: 'Ask for an outbound call: number, minutes and consent are checked, then the device may dial',
  audit: 'call.started',
  body: z.strictObject({
    phone_number: Written,
    /** Contact of the call; absent: the number's only contact, if there is exactly one. */
    contact_id: z.optional(Id),
    purpose: z._default(z.enum(PURPOSES), 'marketing'),
  }),
  reply: CallReply,
});

export const hangupCall = endpoint({
  ...write,
  name: 'hangupCall',
  method: 'POST',
  path: '/v1/dialer/hangup_call',
  summary: 'End a call on the line, also when its tab is gone',
  audit: 'call.hungUp',
  body: OfCall,
  reply: CallReply,
});

export const updateNumber = endpoint({
  ...write,
  name: 'updateNumber',
  method: 'POST',
  path: '/v1/dialer/update_number',
  summary: 'Choose which own number calls come from',
  audit: 'phone.numberChosen',
  body: z.strictObject({ phone_number: Written }),
  reply: z.object({ data: z.object({ call_from: PhoneNumber }) }),
});

export const transferCall = endpoint({
  ...write,
  name: 'transferCall',
  method: 'POST',
  path: '/v1/dialer/transfer_call',
  summary: 'Transfer a call to another number',
  audit: 'call.transferred',
  body: z.strictObject({ call_id: Id, phone_number: Written }),
  reply: CallReply,
});

export const holdCall = endpoint({
  ...write,
  name: 'holdCall',
  method: 'POST',
  path: '/v1/dialer/hold_call',
  summary: 'Hold or resume a call',
  audit: null,
  body: z.strictObject({ call_id: Id, held: z._default(z.boolean(), true) }),
  reply: CallReply,
});

export const deviceStartDisclaimerPrompt = endpoint({
  ...write,
  name: 'deviceStartDisclaimerPrompt',
  method: 'POST',
  path: '/v1/dialer/device_start_disclaimer_prompt',
  summary: 'Tell both sides that the call is recorded, then record',
  audit: 'recording.announced',
  body: OfCall,
  reply: CallReply,
});

export const deviceResumeCallRecording = endpoint({
  ...write,
  name: 'deviceResumeCallRecording',
  method: 'POST',
  path: '/v1/dialer/device_resume_call_recording',
  summary: 'Record a call, or go on after a pause; once the disclaimer was played',
  audit: 'recording.resumed',
  body: OfCall,
  reply: CallReply,
});

export const deviceStopCallRecording = endpoint({
  ...write,
  name: 'deviceStopCallRecording',
  method: 'POST',
  path: '/v1/dialer/device_stop_call_recording',
  summary: 'Stop recording; refused with the reason where a rule forbids it',
  audit: 'recording.stopped',
  body: OfCall,
  reply: CallReply,
});

/** Not among the 404 specified calls. */
export const devicePauseCallRecording = endpoint({
  ...write,
  name: 'devicePauseCallRecording',
  method: 'POST',
  path: '/v1/dialer/device_pause_call_recording',
  summary: 'Leave out what is said from now on, such as a card number; refused where a rule forbids it',
  audit: 'recording.paused',
  body: OfCall,
  reply: CallReply,
});

/** Not among the 404 specified calls: used where the rule requires consent. */
export const answerRecordingConsent = endpoint({
  ...write,
  name: 'answerRecordingConsent',
  method: 'POST',
  path: '/v1/dialer/answer_recording_consent',
  summary: 'Say whether the other side agrees to be recorded; nothing is recorded before',
  audit: 'recording.consentAnswered',
  body: z.strictObject({ call_id: Id, agreed: z.boolean() }),
  reply: CallReply,
});

/** Not among the 404 specified calls. Notes typed during the call become a note of the contact when it ends. */
export const noteCall = endpoint({
  ...write,
  name: 'noteCall',
  method: 'POST',
  path: '/v1/dialer/note_call',
  summary: 'Keep the note and the result of a call',
  audit: null,
  body: z.strictObject({
    call_id: Id,
    note: z.optional(z.string().check(z.maxLength(10_000))),
    /** `null` takes it back. */
    disposition: z.optional(z.nullable(z.enum(DISPOSITIONS))),
  }),
  reply: CallReply,
});

/** Not among the 404 specified calls. */
export const linkCall = endpoint({
  ...write,
  name: 'linkCall',
  method: 'POST',
  path: '/v1/dialer/link_call',
  summary: 'Say whom a call is about: one of several who share the number, or a new contact',
  audit: 'call.linked',
  body: z.strictObject({ call_id: Id, contact_id: Id }),
  reply: CallReply,
});

/** Not among the 404 specified calls: facts known to the browser only, for the call details. */
export const noteCallEvents = endpoint({
  ...write,
  name: 'noteCallEvents',
  method: 'POST',
  path: '/v1/dialer/note_call_events',
  summary: 'Add what the browser saw of a call: quality, lost and regained connections, mute, digits sent',
  audit: null,
  body: z.strictObject({
    call_id: Id,
    events: z
      .array(
        z.strictObject({
          /** Unique in the call: a repeated one counts once. */
          key: z.string().check(z.minLength(1), z.maxLength(64)),
          at: z.iso.datetime({ offset: true }),
          kind: z.enum([
            'quality_poor',
            'quality_good',
            'reconnecting',
            'reconnected',
            'muted',
            'unmuted',
            'digits',
            'microphone_lost',
            'microphone_back',
            'taken_over',
          ]),
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
  }),
  reply: null,
});

/** Not among the 404 specified calls. */
export const readWaveform = endpoint({
  ...read,
  name: 'readWaveform',
  method: 'GET',
  path: '/v1/contacts/:id/files/:fileId/read_waveform',
  summary: 'How loud a recording is along its time, in two channels',
  access: 'contacts.read',
  params: z.strictObject({ id: PathId, fileId: PathId }),
  reply: z.object({
    data: z.object({
      seconds: z.number(),
      /** Peaks from 0 to 1, evenly spread over the time: the agent's, then the other side's. Empty: of an uploaded file nothing is known. */
      channels: z.array(z.array(z.number())),
    }),
  }),
});

/** Not among the 404 specified calls. */
export const requestMinutes = endpoint({
  ...write,
  name: 'requestMinutes',
  method: 'POST',
  path: '/v1/dialer/request_minutes',
  summary: 'Ask the manager for additional minutes',
  audit: 'minutes.requested',
  body: z.strictObject({
    minutes: z.int().check(z.minimum(1), z.maximum(10_000)),
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: z.object({ data: MinutesRequest }),
});

/** Not among the 404 specified calls. */
export const listMinutesRequests = endpoint({
  ...read,
  name: 'listMinutesRequests',
  method: 'GET',
  path: '/v1/dialer/list_minutes_requests',
  summary: 'Open requests of people whose manager the caller is',
  reply: z.object({ data: z.array(MinutesRequest) }),
});

/** Not among the 404 specified calls. */
export const answerMinutesRequest = endpoint({
  ...write,
  name: 'answerMinutesRequest',
  method: 'POST',
  path: '/v1/dialer/answer_minutes_request',
  summary: "Approve or decline a downline user's request for minutes",
  audit: 'minutes.answered',
  body: z.strictObject({
    id: Id,
    /** 0 declines. */
    minutes: z.int().check(z.minimum(0), z.maximum(10_000)),
  }),
  reply: z.object({ data: MinutesRequest }),
});

// ---- broadcasts (channel "ConvergeOneChannel") --------------------------------
// Stream `user:<id>`: everyone whose phone rings, and the owner of the call.

export const PhoneBroadcast = z.discriminatedUnion('type', [
  /** A call rings here; the contacts of its number that this person may see. Gives one screen-pop per number. */
  z.object({ type: z.literal('call.incoming'), call: Call, contacts: z.array(MatchedContact) }),
  /** Anything about a call changed. */
  z.object({ type: z.literal('call.changed'), call: Call }),
  /** The same for a user's downline, sent to the managers who watch. */
  z.object({ type: z.literal('call.below'), call_id: Id }),
  /** Devices of this person that are registered with the line. */
  z.object({ type: z.literal('device.changed'), registered: z.int() }),
  z.object({ type: z.literal('minutes.changed'), minutes: Minutes }),
  /** To the manager who is asked. */
  z.object({ type: z.literal('minutes.requested'), request: MinutesRequest }),
  /** To who asked, who was asked, and who answered. */
  z.object({ type: z.literal('minutes.answered'), request: MinutesRequest }),
]);
export type PhoneBroadcast = z.output<typeof PhoneBroadcast>;
