import { randomUUID } from 'node:crypto';
import type { CallArgs } from '#contract/endpoint.ts';
import type { Call } from '#contract/phone/call.contract.ts';
import { type PhoneBroadcast, startCall } from '#contract/phone.contract.ts';
import { LineAway, NoSuchCall, type VoiceAgent } from '../../server/adapters/voice/voice-line.ts';
import type { CallFact, CallLedger, Route } from '../../server/features/phone/calls/call-facts.ts';
import { createCallLedger } from '../../server/features/phone/calls/call-ledger.ts';
import { type Answer, type Client, openApp, type TestApp } from '../_api/app.ts';
import { moveToCallingHours } from '../_db/test-clock.ts';
import type { Username } from '../_db/world.ts';
import { silentLine } from './silent-line.ts';

/** Numbers of the desk's people; the stranger is of another agency. */
export const NUMBERS = {
  agent: '+18135550107',
  peer: '+18135550108',
  manager: '+18135550109',
  stranger: '+14155550110',
  group: '+18135550120',
  echo: '+18135550199',
} as const;

/** A number that belongs to no one here. */
export const OUTSIDE = '+15125550142';

/** The agent hung up. */
export const COMPLETED = { kind: 'ended', outcome: 'completed', by: 'agent', reason: '', seconds: null } as const;

export const statusOf = (answer: { readonly status: number }): number => answer.status;

type Bare<Fact> = Fact extends unknown ? Omit<Fact, 'key' | 'at'> & { key?: string; at?: Date } : never;

export interface CallDesk extends TestApp {
  readonly ledger: CallLedger;
  readonly agent: Client;
  readonly peer: Client;
  readonly manager: Client;
  readonly admin: Client;
  /** Commands to the line, in order. */
  readonly asked: string[];
  /** The line's response from now on; `null` means success. */
  lineAnswers(error: Error | null): void;
  idOf(username: Username): number;
  agentOf(username: Username): VoiceAgent;
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  start(asked: CallArgs<typeof startCall>['body'], by?: Client): Promise<Answer<{ data: Call }>>;
  /** A call that was asked for and is on the line. */
  dial(to: string, by?: Username): Promise<{ call: Call; from: string; to: string; route: Route }>;
  /** A call of an agent that an outside party has answered. */
  talk(to?: string): Promise<Call>;
  note(callId: number, fact: Bare<CallFact>): Promise<void>;
  contact(fields: Readonly<Record<string, unknown>>, owner?: Username): Promise<number>;
  told(username: Username): Promise<PhoneBroadcast[]>;
  /** Takes calls, contacts and events away. */
  clear(): Promise<unknown>;
}

const freshSid = () => `CA${randomUUID().replaceAll('-', '')}`;

/** People who may call, with a line that does nothing but remember. */
export async function openCallDesk(): Promise<CallDesk> {
  const asked: string[] = [];
  let failure: Error | null = null;
  const said = (what: string) => {
    if (failure !== null) return Promise.reject(failure);
    asked.push(what);
    return Promise.resolve();
  };
  moveToCallingHours();
  const it = await openApp({ voiceLine: silentLine(said) });
  it.stopClock();
  const ledger = createCallLedger(it.deps);
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await it.owner.query<Row & object>(text, [...values])).rows;
  await sql(`insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
    select account_id, 'phone', true, min(id), now() from users group by account_id`);
  await sql(`update users set dialer_enabled = true, dialer_verified_phone_number = '+18135550101'`);
  const people = it.world.people;
  for (const name of ['agent', 'peer', 'manager', 'stranger'] as const) {
    await sql(`insert into phone_numbers (account_id, number, kind, user_id) values ($1, $2, 'agent', $3)`, [
      people[name].accountId,
      NUMBERS[name],
      people[name].id,
    ]);
  }
  await sql(
    `with made as (
       insert into phone_numbers (account_id, number, kind) values ($1, $2, 'group'), ($1, $3, 'echo') returning id, kind)
     insert into phone_number_members (account_id, phone_number_id, user_id)
     select $1, made.id, u from made, unnest($4::bigint[]) u where kind = 'group'`,
    [it.world.accountId, NUMBERS.group, NUMBERS.echo, [people.agent.id, people.peer.id]],
  );
  const [agent, peer, manager, admin] = await Promise.all([
    it.signIn('agent'),
    it.signIn('peer'),
    it.signIn('manager'),
    it.signIn('admin'),
  ]);
  const agentOf = (username: Username): VoiceAgent => {
    const { id, accountId } = people[username];
    return { accountId, userId: id, actorId: id, sessionId: 0 };
  };
  const start: CallDesk['start'] = (body, by = agent) => by.call(startCall, { body }) as never;
  const note: CallDesk['note'] = (callId, fact) =>
    ledger.note(callId, { key: randomUUID(), at: it.deps.now(), ...fact } as CallFact);
  const dial: CallDesk['dial'] = async (to, by = 'agent') => {
    const clients: Partial<Record<Username, Client>> = { agent, peer, manager, admin };
    const { body } = await start({ phone_number: to, purpose: 'service' }, clients[by]);
    const taken = await ledger.take(agentOf(by), { callId: body.data.id, sid: freshSid(), gateway: 'g1' });
    return { call: body.data, ...taken };
  };
  return {
    ...it,
    ledger,
    agent,
    peer,
    manager,
    admin,
    asked,
    lineAnswers: (error) => {
      failure = error;
    },
    idOf: (username) => people[username].id,
    agentOf,
    sql,
    start,
    dial,
    talk: async (to = NUMBERS.echo) => {
      const { call } = await dial(to);
      await note(call.id, { kind: 'ringing' });
      await note(call.id, { kind: 'answered', agent: null });
      return call;
    },
    note,
    contact: async (fields, owner = 'agent') => {
      const { id, accountId, businessUnitId } = people[owner];
      const values = { account_id: accountId, business_unit_id: businessUnitId, owner_id: id, ...fields };
      const columns = Object.keys(values);
      const [row] = await sql<{ id: number }>(
        `insert into contacts (number, ${columns.join(', ')})
         select coalesce(max(number), 0) + 1, ${columns.map((_, place) => `$${place + 1}`).join(', ')} from contacts
         returning id`,
        Object.values(values),
      );
      return row?.id ?? 0;
    },
    told: async (username) =>
      (
        await sql<{ body: PhoneBroadcast }>('select body from events where stream = $1 order by id', [
          `user:${people[username].id}`,
        ])
      ).map(({ body }) => body),
    clear: async () => {
      asked.length = 0;
      failure = null;
      await sql('truncate contacts, calls, events, audit_log cascade');
    },
  };
}

export { LineAway, NoSuchCall };
