import type { Broadcast, Recipient } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastFact } from '#contract/broadcasts/events.contract.ts';
import {
  listRecipients,
  openMailingGroup,
  openSmsGroup,
  readBroadcast,
  sendBroadcastEmail,
  sendBroadcastSms,
  updateBroadcast,
} from '#contract/broadcasts.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { broadcastsJobs } from '../../server/features/broadcasts/broadcasts.jobs.ts';
import type { Answer, Client, OpenOptions } from '../_api/app.ts';
import { openTextDesk, type TextDesk } from '../messages/text-desk.ts';

type Channel = Broadcast['channel'];

export interface BroadcastDesk extends Omit<TextDesk, 'send'> {
  /** A contact who agreed to automated messages. */
  willing(fields?: Readonly<Record<string, unknown>>): Promise<number>;
  says(contactId: number, said: Readonly<Record<string, unknown>>): Promise<void>;
  draft(ids: readonly number[], channel?: Channel, by?: Client): Promise<Broadcast>;
  write(id: number, body?: Partial<Body<typeof updateBroadcast>>): Promise<Broadcast>;
  start(id: number, more?: Partial<Body<typeof sendBroadcastSms>>): Promise<Answer<{ data: Broadcast }>>;
  /** A draft that is written and sent at once. */
  send(ids: readonly number[], body?: string): Promise<Broadcast>;
  /** Runs the job once, until it has to wait. */
  run(id: number): Promise<void>;
  /** Runs it until it has ended, moving the clock from wait to wait. */
  runOut(id: number): Promise<Broadcast>;
  read(id: number): Promise<Broadcast>;
  recipients(id: number): Promise<Recipient[]>;
  facts(username: 'agent' | 'manager'): Promise<BroadcastFact[]>;
}

/** People who may send broadcasts, with a carrier that does what a test says. */
export async function openBroadcastDesk(options: OpenOptions = {}): Promise<BroadcastDesk> {
  const it = await openTextDesk(options);
  const { accountId } = it.world;
  const open = (channel: Channel) => (channel === 'text' ? openSmsGroup : openMailingGroup);
  const read = async (id: number) => (await it.agent.call(readBroadcast, { params: { id } })).body.data;
  const kindOf = async (id: number) =>
    (await it.sql<{ channel: Channel }>('select channel from broadcasts where id = $1', [id]))[0]?.channel;
  const says: BroadcastDesk['says'] = async (contactId, said) => {
    const entry = {
      channel: 'any',
      kind: 'given',
      purpose: 'any',
      expires_on: null,
      given_at: '2026-01-05T12:00:00Z',
      ...said,
    };
    await it.sql(
      `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, expires_on)
       values ($1, $2, $3, $4, $5, 'Said so.', 'form', $6, $7)`,
      [accountId, contactId, entry.channel, entry.kind, entry.purpose, entry.given_at, entry.expires_on],
    );
  };
  let phones = 0;
  const run = (id: number) =>
    broadcastsJobs(it.deps)['broadcasts.run']({ accountId, broadcastId: id }, new AbortController().signal);
  const start: BroadcastDesk['start'] = async (id, more = {}) => {
    const body = { broadcast_id: id, send_now: true, ...more };
    return (
      (await kindOf(id)) === 'mail'
        ? it.agent.call(sendBroadcastEmail, { body })
        : it.agent.call(sendBroadcastSms, { body })
    ) as never;
  };
  const draft: BroadcastDesk['draft'] = async (ids, channel = 'text', by = it.agent) => {
    const answer = await by.call(open(channel), { body: { selection: { ids: [...ids] } } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const write: BroadcastDesk['write'] = async (id, body = {}) => {
    const written =
      (await kindOf(id)) === 'mail'
        ? { subject: 'News', body: 'Hello {{ first_name }}' }
        : { body: 'Hi {{ first_name }}' };
    const answer = await it.agent.call(updateBroadcast, { params: { id }, body: { ...written, ...body } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  return {
    ...it,
    says,
    willing: async (fields = {}) => {
      phones += 1;
      const id = await it.contact({
        phone: `+1512555${String(1_000 + phones).slice(-4)}`,
        email: `p${phones}@example.test`,
        ...fields,
      });
      await says(id, {});
      return id;
    },
    draft,
    write,
    start,
    send: async (ids, body = 'Hi {{ first_name }}') => {
      const { id } = await draft(ids);
      await write(id, { body });
      const answer = await start(id);
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
    run,
    runOut: async (id) => {
      for (let round = 0; round < 200; round += 1) {
        await run(id);
        const found = await read(id);
        if (!['sending', 'scheduled'].includes(found.status)) return found;
        const next = Date.parse(found.next_at ?? found.starts_at ?? '');
        await it.later(Math.max(1_000, next - it.deps.now().getTime()));
      }
      throw new Error('The broadcast does not end.');
    },
    read,
    recipients: async (id) =>
      (await it.agent.call(listRecipients, { params: { id }, query: { page: 1, limit: 200 } })).body.data,
    facts: async (username) =>
      (
        await it.sql<{ body: BroadcastFact }>(
          `select body from events where stream = $1 and body ->> 'type' like 'broadcast.%' order by id`,
          [`user:${it.world.people[username].id}`],
        )
      ).map(({ body }) => body),
    clear: async () => {
      await it.clear();
      await it.sql('truncate broadcasts, broadcast_recipients, text_lanes cascade');
    },
  };
}
