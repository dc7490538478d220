// The freeze of an audience of 250,000 against a bare INSERT … SELECT of the same predicates, and the sending of texts against
// a bare loop that writes each text, hands it over and writes its answer.
import { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { TextLine } from '../server/adapters/texts/text-line.ts';
import { type Tx, withAccount } from '../server/db/tx.ts';
import { findBroadcast, insertBroadcast } from '../server/features/broadcasts/broadcasts.sql.ts';
import { freeze } from '../server/features/broadcasts/audience/freeze-audience.ts';
import { runBroadcast } from '../server/features/broadcasts/sending/run-broadcast.ts';
import { atNoon, beginBroadcast, callerOf, fillContacts } from './broadcast-ground.ts';
import { openFaultsGround } from './faults-ground.ts';
import { timed } from './job-world.ts';
import { median, printRatios, printTable } from './measure.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const CONTACTS = Number(process.argv[3] ?? 250_000);
const SENT = Number(process.argv[4] ?? 1_500);

/** Source: the promise of broadcasts. */
const LIMIT_FREEZE = 1.5;
const LIMIT_SENDING = 0.6;
/** Texts that the bare loop has on its way at a time, as a broadcast. */
const AT_A_TIME = 4;

const ground = await openFaultsGround();
const { owner, world, close } = ground;
const { agent } = world.people;

/** A carrier that answers immediately, so that only our part is measured. */
const line: TextLine = {
  name: 'twilio',
  settlesMs: 0,
  answers: () => false,
  send: (_tx, { id }) => Promise.resolve({ sid: `SM${id}`, status: 'sent', code: null, reason: '' }),
  find: () => Promise.resolve(null),
};
const deps = { ...atNoon(ground.deps), textLine: line };
const { identity } = callerOf(ground);
const EVERYONE = ContactSelection.parse({ contacts_scope: { contact_group: 'mine' } });

const empty = () =>
  owner.query('truncate broadcasts, broadcast_recipients, text_messages, conversations, events cascade; checkpoint');

const newDraft = (tx: Tx) =>
  insertBroadcast(
    tx,
    { userId: agent.id, actorId: agent.id, channel: 'text', name: 'Bench', selection: EVERYONE, sentence: '' },
    deps.now(),
  );

const inAccount = <T>(work: (tx: Tx) => Promise<T>) =>
  withAccount(deps.pool, identity, work, { statementTimeoutMs: 120_000 });

/** Stores the contacts who get it, by one statement without reasons. */
const freezeBare = () =>
  inAccount(async (tx) => {
    const id = await newDraft(tx);
    const rows = await tx.raw(
      `with said as materialized (
         select contact_id, max(given_at) filter (where kind in ('withdrawn', 'do_not_call')) as stop_at,
           max(given_at) filter (where kind = 'given') as given_at
         from contact_consents k where channel in ('text', 'any') and account_id = app_account_id()
           and not exists (select from contact_consents x where x.retracts_id = k.id)
         group by contact_id
       ), stopped as materialized (
         select c.phone from said s join contacts c on c.id = s.contact_id where s.stop_at >= coalesce(s.given_at, '-infinity')
         union select number from number_consents where kind = 'withdrawn'
       ), chosen as (
         select c.id, c.phone, row_number() over (partition by c.phone order by c.id) as nth
         from contacts c join said s on s.contact_id = c.id
         where c.account_id = app_account_id() and c.owner_id = $2 and c.deleted_at is null and c.phone <> ''
           and s.given_at > coalesce(s.stop_at, '-infinity') and c.phone not in (select phone from stopped where phone is not null)
       )
       insert into broadcast_recipients (account_id, broadcast_id, position, contact_id, address, state)
       select app_account_id(), $1, row_number() over (order by id), id, phone, 'waiting' from chosen where nth = 1 returning 1`,
      [id, agent.id],
    );
    return rows.length;
  });

const freezeOurs = () =>
  inAccount(async (tx) => {
    const row = await findBroadcast(tx, await newDraft(tx));
    if (row === null) throw new Error('the new broadcast has no row');
    return (await freeze(deps, tx, identity, row)).recipients;
  });

/** As many texts, each written, handed over and answered in a transaction of its own. */
async function sendBare(): Promise<void> {
  const { rows } = await owner.query<{ id: number; phone: string }>(
    'select id, phone from contacts where account_id = $1 order by id limit $2',
    [agent.accountId, SENT],
  );
  const work = async () => {
    for (let contact = rows.shift(); contact !== undefined; contact = rows.shift()) {
      const { id, phone } = contact;
      await inAccount(async (tx) => {
        const [thread] = await tx.raw<{ id: number }>(
          `insert into conversations (account_id, contact_id, phone, user_id, owner_id, created_at)
           values (app_account_id(), $1, $2, $3, $3, now()) returning id`,
          [id, phone, agent.id],
        );
        const [text] = await tx.raw<{ id: number }>(
          `insert into text_messages (account_id, conversation_id, contact_id, direction, status, body, from_number, to_number,
             segments, carrier, created_at)
           values (app_account_id(), $1, $2, 'out', 'sending', 'Hi Many, shall we talk? Reply STOP to opt out.',
             '+18135550107', $3, 1, 'twilio', now()) returning id`,
          [thread?.id, id, phone],
        );
        const taken = await line.send(tx, { id: text?.id ?? 0 } as never);
        await tx.raw(`update text_messages set status = 'sent', sid = $2, sent_at = now() where id = $1`, [
          text?.id,
          taken.sid,
        ]);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function sendOurs(id: number): Promise<void> {
  const over = new AbortController();
  const running = runBroadcast(deps, { accountId: agent.accountId, broadcastId: id }, over.signal);
  for (let sent = 0; sent < SENT; ) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from text_messages where status = 'sent'`,
    );
    sent = rows[0]?.n ?? 0;
    if (sent < SENT) await new Promise((done) => setTimeout(done, 50));
  }
  over.abort(new Error('Enough.'));
  await running;
}

type Round = Readonly<Record<string, string | number>>;

try {
  await fillContacts(ground, CONTACTS);
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await empty();
    const bare = await timed(freezeBare);
    await empty();
    const ours = await timed(freezeOurs);
    if (bare.answer !== ours.answer) throw new Error(`They chose ${bare.answer} and ${ours.answer}.`);
    rounds.push({
      round: String(round),
      recipients: bare.answer,
      'bare ms': bare.ms,
      'freeze ms': ours.ms,
      'freeze ratio': ours.ms / bare.ms,
    });
    process.stderr.write(`round ${round}: bare ${bare.ms.toFixed(0)} ms, freeze ${ours.ms.toFixed(0)} ms\n`);
  }
  // An audience of a size that is frozen with the draft.
  await owner.query('delete from contact_consents where contact_id in (select id from contacts where number > 20000)');
  await owner.query('delete from contacts where number > 20000');
  await owner.query('vacuum (analyze) contacts, contact_consents');
  const sending: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await empty();
    const bare = await timed(sendBare);
    await empty();
    const { id } = await beginBroadcast(ground, deps);
    const ours = await timed(() => sendOurs(id));
    sending.push({
      round: String(round),
      texts: SENT,
      'bare a second': (SENT * 1_000) / bare.ms,
      'sent a second': (SENT * 1_000) / ours.ms,
      'sending ratio': bare.ms / ours.ms,
    });
    process.stderr.write(`round ${round}: bare ${bare.ms.toFixed(0)} ms, sent ${ours.ms.toFixed(0)} ms\n`);
  }
  printTable(rounds);
  printTable(sending);
  printRatios([
    {
      name: 'freeze to bare INSERT',
      value: median(rounds.map((one) => Number(one['freeze ratio']))),
      limit: LIMIT_FREEZE,
      better: 'lower',
    },
    {
      name: 'sending to bare loop',
      value: median(sending.map((one) => Number(one['sending ratio']))),
      limit: LIMIT_SENDING,
      better: 'higher',
    },
  ]);
} finally {
  await close();
}
