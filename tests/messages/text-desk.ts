import type { Text } from '#contract/messages/text.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { sendMessage, showConversation } from '#contract/messages.contract.ts';
import { fetchMessages } from '#contract/messages/thread.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { MICROS } from '#rules/wallets/micros.ts';
import type { TakenText, TextLine, TextToSend } from '../../server/adapters/texts/text-line.ts';
import { withAccount } from '../../server/db/tx.ts';
import { AGENCY, post } from '../../server/features/ledger/ledger.ts';
import { carryText, noteTold, settleText } from '../../server/features/messages/sending/carry-text.ts';
import { receiveText } from '../../server/features/messages/incoming/receive-text.ts';
import { findBySid } from '../../server/features/messages/texts.sql.ts';
import { type Answer, type Client, openApp, type OpenOptions, type TestApp } from '../_api/app.ts';
import { moveToCallingHours } from '../_db/test-clock.ts';
import type { Username } from '../_db/world.ts';

export const OURS = { agent: '+18135550107', peer: '+18135550108', manager: '+18135550109' } as const;
/** A number of Texas, where it is noon. */
export const ROSALIND = '+15125550142';

/** A carrier that remembers what it took and answers what a test says. */
export interface TestLine extends TextLine {
  readonly taken: TextToSend[];
  /** What happens next; absent: it is taken. */
  next: (() => Promise<TakenText> | TakenText)[];
  /** Its list of what it took is empty: a request never arrived. */
  forgets: boolean;
}

export function testLine(): TestLine {
  const taken: TextToSend[] = [];
  const sidOf = (text: TextToSend): TakenText => ({ sid: `SM${text.id}`, status: 'sent', code: null, reason: '' });
  const line: TestLine = {
    name: 'twilio',
    settlesMs: 600_000,
    taken,
    next: [],
    forgets: false,
    answers: () => false,
    send: async (_tx, text) => {
      const next = line.next.shift();
      if (next !== undefined) return next();
      taken.push(text);
      return sidOf(text);
    },
    find: async (_tx, text) => {
      const found = line.forgets ? undefined : taken.find(({ id }) => id === text.id);
      return found === undefined ? null : sidOf(found);
    },
  };
  return line;
}

export interface TextDesk extends TestApp {
  readonly line: TestLine;
  readonly agent: Client;
  readonly peer: Client;
  readonly manager: Client;
  readonly admin: Client;
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  contact(fields?: Readonly<Record<string, unknown>>, owner?: Username): Promise<number>;
  send(body: Partial<Body<typeof sendMessage>>, by?: Client): Promise<Answer<{ data: Text }>>;
  /** Runs the job of every text that waits for one. */
  work(): Promise<void>;
  settle(textId: number): Promise<void>;
  told(
    textId: number,
    status: 'sent' | 'delivered' | 'failed',
    more?: { code?: number; reason?: string },
  ): Promise<void>;
  receive(body: string, more?: Partial<Parameters<typeof receiveText>[1]>): Promise<boolean>;
  text(id: number): Promise<{ status: string; reason: string; sid: string | null; held_until: Date | null }>;
  texts(contactId: number, by?: Client): Promise<Text[]>;
  broadcasts(username: Username): Promise<TextsBroadcast[]>;
  /** Moves the clock until `clear`, without ending sessions. */
  later(ms: number): Promise<void>;
  clear(): Promise<void>;
}

let sids = 0;

/** People who may text, with a carrier that does what a test says. */
export async function openTextDesk(options: OpenOptions = {}): Promise<TextDesk> {
  moveToCallingHours();
  const line = testLine();
  const it = await openApp({ textLine: line, ...options });
  it.stopClock();
  const { people } = it.world;
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await it.owner.query<Row & object>(text, [...values])).rows;
  await sql(`update users set wallet_feature_enabled = true, max_plus_plan = 'premium'`);
  for (const name of ['agent', 'peer', 'manager'] as const) {
    await sql(`insert into phone_numbers (account_id, number, kind, user_id) values ($1, $2, 'agent', $3)`, [
      people[name].accountId,
      OURS[name],
      people[name].id,
    ]);
  }
  for (const ownerId of [AGENCY, people.agent.id, people.peer.id]) {
    const legs = [
      { kind: 'card', ownerId, amount: -1_000 * MICROS },
      { kind: 'wallet', ownerId, amount: 1_000 * MICROS },
    ] as const;
    await withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) =>
      post(tx, { kind: 'top_up', key: `desk-${ownerId}`, description: 'Top-up', legs }, it.deps.now()),
    );
  }
  const [agent, peer, manager, admin] = await Promise.all([
    it.signIn('agent'),
    it.signIn('peer'),
    it.signIn('manager'),
    it.signIn('admin'),
  ]);
  const accountId = it.world.accountId;
  let moved = 0;
  const move = async (ms: number) => {
    moved += ms;
    it.advance(ms);
    const now = it.deps.now();
    await sql(`update sessions set last_seen_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [now]);
  };
  return {
    ...it,
    line,
    agent,
    peer,
    manager,
    admin,
    sql,
    contact: async (fields = {}, owner = 'agent') => {
      const values = {
        first_name: 'Rosalind',
        last_name: 'Okafor',
        state: 'TX',
        city: 'Austin',
        phone: ROSALIND,
        ...fields,
      };
      const names = Object.keys(values);
      const [row] = await sql<{ id: number }>(
        `insert into contacts (account_id, business_unit_id, owner_id, number, ${names.join(', ')})
         select $1, $2, $3, coalesce(max(number), 1000) + 1, ${names.map((_, index) => `$${index + 4}`).join(', ')}
         from contacts where account_id = $1 returning id`,
        [accountId, people[owner].businessUnitId, people[owner].id, ...Object.values(values)],
      );
      return row?.id ?? 0;
    },
    send: (body, by = agent) => by.call(sendMessage, { body: { message_content: 'Hi Rosalind', ...body } }) as never,
    work: async () => {
      const due = await sql<{ id: number }>(
        `select id from text_messages where status = 'queued' or (status = 'held' and held_until <= $1) order by id`,
        [it.deps.now()],
      );
      for (const { id } of due) await carryText(it.deps, { accountId, textId: id });
    },
    settle: (textId) => settleText(it.deps, { accountId, textId }),
    told: async (textId, status, { code = null, reason = '' } = {} as never) => {
      const [row] = await sql<{ sid: string | null }>('select sid from text_messages where id = $1', [textId]);
      const sid = row?.sid ?? `SM${textId}`;
      const found = (await findBySid(it.deps.pool, sid)) ?? { account_id: accountId, text_id: textId };
      await noteTold(
        it.deps,
        { accountId: found.account_id, textId: found.text_id },
        { sid, status, code: code ?? null, reason },
      );
    },
    receive: (body, more = {}) =>
      receiveText(it.deps, { sid: `IN${(sids += 1)}`, from: ROSALIND, to: OURS.agent, body, media: [], ...more }),
    text: async (id) => {
      const [row] = await sql<{ status: string; reason: string; sid: string | null; held_until: Date | null }>(
        'select status, reason, sid, held_until from text_messages where id = $1',
        [id],
      );
      if (row === undefined) throw new Error('no such text');
      return row;
    },
    texts: async (contactId, by = agent) => {
      const shown = await by.call(showConversation, { query: { contact_id: contactId } });
      const id = shown.body.data.conversation?.id ?? 0;
      return (await by.call(fetchMessages, { body: { conversation_id: id } })).body.data;
    },
    broadcasts: async (username) =>
      (
        await sql<{ body: TextsBroadcast }>('select body from events where stream = $1 order by id', [
          `texts:${people[username].id}`,
        ])
      ).map(({ body }) => body),
    later: move,
    clear: async () => {
      await move(-moved);
      line.taken.length = 0;
      line.next.length = 0;
      line.forgets = false;
      await sql(`truncate text_drafts, text_attachments, number_consents, simulated_texts, text_messages, conversations,
        contact_consents, contact_decisions, contacts, events, idempotency_keys cascade`);
    },
  };
}
