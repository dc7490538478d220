import { randomBytes, randomUUID } from 'node:crypto';
import { sealVoiceToken } from '../../server/adapters/voice/embedded-token.ts';
import { twilioVoiceLine } from '../../server/adapters/voice/twilio-voice-line.ts';
import { withAccount } from '../../server/db/tx.ts';
import { noteHangUp } from '../../server/features/phone/calls/absence.sql.ts';
import type { Caller } from '../../server/features/contacts/contacts.service.ts';
import { signatureOf } from '../../server/features/phone/twilio/twilio-signature.ts';
import { createSeal } from '../../server/seal.ts';
import { openTwilioStandIn, STAND_IN_SID, STAND_IN_TOKEN, type TwilioStandIn } from '../_adapters/twilio-stand-in.ts';
import { openApp, type TestApp } from '../_api/app.ts';

export const PUBLIC = 'https://crm.example.com';
export const OWN = '+15125550100';
export const GROUP = '+15125550101';
export const MANAGER = '+15125550102';
export const OUTSIDE = '+15125550142';
export const seal = createSeal([Buffer.alloc(32, 7)]);

/** Stands in for Twilio. */
export let twilio: TwilioStandIn;
export let it: TestApp;
export async function openDesk(): Promise<void> {
  twilio = await openTwilioStandIn();
  const voice = { apiKeySid: 'SK1', apiKeySecret: 'key', appSid: 'AP1', publicUrl: PUBLIC };
  const settings = { accountSid: STAND_IN_SID, authToken: STAND_IN_TOKEN, from: OWN, baseUrl: twilio.baseUrl, voice };
  const voiceLine = twilioVoiceLine({ twilio: settings, seal, now: () => new Date() });
  it = await openApp({ config: { twilio: settings, appUrl: PUBLIC }, voiceLine });
  const { agent, peer, manager } = it.world.people;
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into phone_numbers (account_id, number, kind, user_id)
     values ($1, $2, 'agent', $3), ($1, $4, 'group', null), ($1, $5, 'agent', $6) returning id`,
    [agent.accountId, OWN, agent.id, GROUP, MANAGER, manager.id],
  );
  await it.owner.query(
    'insert into phone_number_members (account_id, phone_number_id, user_id) values ($1, $2, $3), ($1, $2, $4)',
    [agent.accountId, rows[1]?.id, agent.id, peer.id],
  );
}

export async function closeDesk(): Promise<void> {
  await it.close();
  twilio.close();
}

export function clearDesk(): void {
  twilio.received.splice(0);
  twilio.legs.clear();
  twilio.recordings.clear();
}

export const freshSid = (): string => `CA${randomBytes(16).toString('hex')}`;

interface Answered {
  readonly status: number;
  readonly body: string | null;
}

/** A form as Twilio posts it. */
export async function post(path: string, form: Record<string, string>, signature?: string): Promise<Answered> {
  const signed = signature ?? signatureOf(STAND_IN_TOKEN, PUBLIC + path, form);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed };
  const response = await fetch(it.url + path, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.text()) || null };
}

/** The addresses that an answer gives to Twilio, without our own. */
export const addressesOf = (body: string | null) =>
  [...(body ?? '').matchAll(/(?:action="|statusCallback="|<Redirect[^>]*>)([^"<]+)/gu)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&').replace(PUBLIC, ''),
  );

/** A call that `start_call` has let through. */
export async function asked(to = OUTSIDE, mode = 'announced'): Promise<number> {
  const { agent } = it.world.people;
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, actor_id,
       recording_mode, created_at)
     values ($1, $2, 'twilio', 'outbound', $3, $4, $5, $5, $6, now()) returning id`,
    [agent.accountId, randomUUID(), OWN, to, agent.id, mode],
  );
  return rows[0]?.id ?? 0;
}

export async function sealedAgent(): Promise<string> {
  const { id: userId, accountId } = it.world.people.agent;
  await it.signIn('agent');
  const { rows } = await it.owner.query<{ id: number }>('select max(id) as id from sessions where user_id = $1', [
    userId,
  ]);
  const agent = { accountId, userId, actorId: userId, sessionId: rows[0]?.id ?? 0 };
  return sealVoiceToken(seal, agent, new Date(Date.now() + 60_000));
}

/** Dials as the device of the agent does. */
export async function dialled(callId: number, sid = freshSid(), as: 'CallId' | 'Rejoin' = 'CallId') {
  const form = { CallSid: sid, From: `client:user-${it.world.people.agent.id}`, To: OUTSIDE, [as]: String(callId) };
  return { sid, ...(await post('/_twilio/dial', { ...form, Agent: await sealedAgent() })) };
}

export async function readCall(id: number) {
  const { rows } = await it.owner.query(
    `select status, outcome, reason, seconds, recording, user_id, sid from calls where id = $1`,
    [id],
  );
  return rows[0];
}

export const kindsOf = async (id: number) => {
  const { rows } = await it.owner.query<{ kind: string }>(
    'select kind from call_events where call_id = $1 order by at, id',
    [id],
  );
  return rows.map(({ kind }) => kind);
};

export const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 17, 0, second)).toUTCString();

/** An inbound call that rings at a group; answers its id and what Twilio was told. */
export async function rung() {
  const sid = freshSid();
  const { body } = await post('/_twilio/incoming', { CallSid: sid, From: OUTSIDE, To: GROUP });
  const [after = '', status = ''] = addressesOf(body);
  const id = Number(new URLSearchParams(status.split('?')[1]).get('in'));
  return { sid, id, after, status, body };
}

/** Changes requested from the carrier. */
export const changes = () => twilio.received.flatMap(({ method, url }) => (method === 'POST' ? [url] : []));

/** A call in which both talk. */
export async function talking(mode = 'announced') {
  const id = await asked(OUTSIDE, mode);
  const { sid } = await dialled(id);
  const other = freshSid();
  const agent = `client:user-${it.world.people.agent.id}`;
  twilio.legs.set(sid, { sid, parent_call_sid: null, from: agent, to: '', status: 'in-progress' });
  twilio.legs.set(other, { sid: other, parent_call_sid: sid, from: OWN, to: OUTSIDE, status: 'in-progress' });
  const leg = { CallSid: other, ParentCallSid: sid, To: OUTSIDE };
  await post(`/_twilio/status?out=${id}`, { ...leg, CallStatus: 'in-progress', Timestamp: new Date().toUTCString() });
  return { id, sid, other, leg };
}

/** The agent hangs up, before their leg ends. */
export const hangingUp = (id: number) =>
  withAccount(it.deps.pool, it.world.people.agent, (tx) => noteHangUp(tx, id, new Date()));

export const caller = (username: 'agent' | 'peer'): Caller => {
  const { id: userId, accountId, businessUnitId } = it.world.people[username];
  const none = { depth: 0, permissions: [], sudoUntil: null, signerSudoUntil: null, sessionId: 0, owes: [] };
  return {
    identity: { ...none, userId, actorId: userId, accountId, businessUnitId, roles: ['agent'], via: 'session' },
    requestId: 'request',
  };
};

/** A call of the agent that the peer has answered: ids and legs of both sides. */
export async function talkingWithPeer(mode = 'announced') {
  const { agent, peer } = it.world.people;
  const id = await asked(GROUP);
  const { sid, body } = await dialled(id);
  const [, status = ''] = addressesOf(body);
  const inbound = Number(new URLSearchParams(status.split('?')[1]).get('in'));
  await it.owner.query('update calls set recording_mode = $2 where id = $1', [inbound, mode]);
  const leg = freshSid();
  const devices = { from: `client:user-${agent.id}`, to: `client:user-${peer.id}` };
  twilio.legs.set(sid, { sid, parent_call_sid: null, from: devices.from, to: '', status: 'in-progress' });
  twilio.legs.set(leg, { sid: leg, parent_call_sid: sid, from: OWN, to: devices.to, status: 'in-progress' });
  const form = { CallSid: leg, ParentCallSid: sid, To: devices.to };
  await post(status, { ...form, CallStatus: 'in-progress', Timestamp: new Date().toUTCString() });
  return { id, sid, inbound, leg, end: () => post(status, { ...form, CallStatus: 'completed' }) };
}

export const isTransfer = ({ form }: { readonly form: Record<string, string> }) =>
  form['Url']?.includes('/_twilio/transfer?') === true;
