import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  TextPostponed,
  TextRefused,
  type TakenText,
  type TextLine,
  type TextToSend,
} from '../../server/adapters/texts/text-line.ts';
import type { Tx } from '../../server/db/tx.ts';
import { Refusal } from '../../server/errors.ts';
import { carryText, noteTold, settleText } from '../../server/features/messages/sending/carry-text.ts';
import { cancelText } from '../../server/features/messages/conversations/conversation-changes.service.ts';
import { receiveText } from '../../server/features/messages/incoming/receive-text.ts';
import { sendText } from '../../server/features/messages/sending/send-text.service.ts';
import { signedInAs } from '../_db/identity.ts';
import { openTextDesk, OURS, type TextDesk } from './text-desk.ts';

/** Runs, one after the other; `npm run faults:messages` asks for 10,000. */
const RUNS = Number(process.env['TEXT_RUNS'] ?? 12);
const SEED = process.env['TEXT_RUNS'] === undefined ? { seed: 20_260_302 } : {};

/** Milliseconds after which the carrier of this test is certain. */
const SETTLES_MS = 600_000;

/** What happens to the next text that is handed over; `killed`: the process dies, and its transaction with it. */
const FAULTS = ['none', 'killedBefore', 'killedAfter', 'lostBefore', 'lostAfter', 'refused', 'busy'] as const;
type Fault = (typeof FAULTS)[number];

/** What a carrier outside has taken and seen. */
interface Outside {
  readonly taken: Map<number, number>;
  /** Texts that were taken although an opt-out had committed. */
  readonly late: number[];
  faults: Fault[];
}

let it: TextDesk;
const outside: Outside = { taken: new Map(), late: [], faults: [] };

const answerOf = ({ id }: TextToSend): TakenText => ({ sid: `SM${id}`, status: 'sent', code: null, reason: '' });

/** Its own connection sees what has committed, and nothing else. */
async function isOut(text: TextToSend): Promise<boolean> {
  const [row] = await it.sql<{ kind: string }>(
    'select kind from number_consents where number = $1 order by id desc limit 1',
    [text.to],
  );
  return row?.kind === 'withdrawn';
}

async function take(text: TextToSend): Promise<void> {
  const [row] = await it.sql<{ automatic: string | null }>('select automatic from text_messages where id = $1', [
    text.id,
  ]);
  if (row?.automatic === null && (await isOut(text))) outside.late.push(text.id);
  outside.taken.set(text.id, (outside.taken.get(text.id) ?? 0) + 1);
}

/** A failed statement ends a transaction as the death of its process does: nothing of it stays. */
const die = (tx: Tx): Promise<never> => tx.raw('select 1 / 0') as Promise<never>;

const line: TextLine = {
  name: 'twilio',
  settlesMs: SETTLES_MS,
  answers: () => false,
  find: (_tx, text) => Promise.resolve(outside.taken.has(text.id) ? answerOf(text) : null),
  send: async (tx, text) => {
    switch (outside.faults.shift() ?? 'none') {
      case 'killedBefore':
        return die(tx);
      case 'killedAfter':
        await take(text);
        return die(tx);
      case 'lostBefore':
        throw new Error('connect ECONNREFUSED');
      case 'lostAfter':
        await take(text);
        throw new Error('socket hang up');
      case 'refused':
        throw new TextRefused(30_006, 'The number is a landline, which takes no texts.');
      case 'busy':
        throw new TextPostponed('busy');
      case 'none':
        await take(text);
        return answerOf(text);
    }
  },
};

beforeAll(async () => {
  it = await openTextDesk({ textLine: line });
});
afterAll(() => it.close());

interface Run {
  /** Two contacts with one number, and one with another. */
  readonly contacts: readonly { readonly id: number; readonly phone: string }[];
  readonly texts: number[];
}

type Step = (run: Run) => Promise<unknown>;

const accountId = () => it.world.accountId;
const caller = () => ({ identity: signedInAs(it.world.people.agent, ['agent']), requestId: 'property' });

const person = fc.nat({ max: 2 });
const textAt = fc.nat({ max: 7 });
const textOf = ({ texts }: Run, place: number) => texts[place % Math.max(texts.length, 1)];
/** PostgreSQL's word for what a transaction asks after a failed statement. */
const ABORTED = '25P02';

/** A refusal is an answer, the end of a job or a process is one, too. */
const quietly = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    const isExpected =
      error instanceof Refusal || error instanceof TextPostponed || (error as { code?: string }).code === ABORTED;
    if (!isExpected) throw error;
  });

let sids = 0;
const write =
  (place: number): Step =>
  async (run) => {
    const contact = run.contacts[place];
    const text = await sendText(it.deps, caller(), {
      body: { contact_id: contact?.id ?? 0, message_content: 'Hello', purpose: 'marketing' },
      file: null,
    });
    run.texts.push(text.id);
  };
const say =
  (place: number, body: string): Step =>
  (run) =>
    receiveText(it.deps, {
      sid: `IN${(sids += 1)}`,
      from: run.contacts[place]?.phone ?? '',
      to: OURS.agent,
      body,
      media: [],
    });
const carry =
  (place: number): Step =>
  async (run) => {
    const id = textOf(run, place);
    if (id !== undefined) await carryText(it.deps, { accountId: accountId(), textId: id });
  };
const settle =
  (place: number): Step =>
  async (run) => {
    const id = textOf(run, place);
    if (id !== undefined) await settleText(it.deps, { accountId: accountId(), textId: id });
  };
const cancel =
  (place: number): Step =>
  async (run) => {
    const id = textOf(run, place);
    if (id !== undefined) await cancelText(it.deps, caller(), { message_id: id });
  };
const tell =
  (place: number, status: 'sent' | 'delivered' | 'failed'): Step =>
  async (run) => {
    const id = textOf(run, place);
    // A carrier tells of what it has alone.
    if (id === undefined || !outside.taken.has(id)) return;
    const told = { sid: `SM${id}`, status, code: null, reason: status === 'failed' ? 'Out of reach.' : '' };
    await noteTold(it.deps, { accountId: accountId(), textId: id }, told);
  };

const step = fc.oneof(
  { weight: 4, arbitrary: person.map((place) => ({ what: `write ${place}`, run: write(place) })) },
  { weight: 5, arbitrary: textAt.map((place) => ({ what: `carry ${place}`, run: carry(place) })) },
  { weight: 2, arbitrary: person.map((place) => ({ what: `stop ${place}`, run: say(place, 'STOP') })) },
  { weight: 1, arbitrary: person.map((place) => ({ what: `start ${place}`, run: say(place, 'START') })) },
  { weight: 2, arbitrary: textAt.map((place) => ({ what: `settle ${place}`, run: settle(place) })) },
  { weight: 1, arbitrary: textAt.map((place) => ({ what: `cancel ${place}`, run: cancel(place) })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(textAt, fc.constantFrom('sent' as const, 'delivered' as const, 'failed' as const))
      .map(([place, status]) => ({ what: `tell ${place} ${status}`, run: tell(place, status) })),
  },
);

/** Steps of a group run side by side. */
const plan = fc.record({
  groups: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 7 }),
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 6 }),
});

const statuses = (run: Run) =>
  it.sql<{ id: number; status: string; reason: string }>(
    'select id, status, reason from text_messages where id = any($1::bigint[]) order by id',
    [run.texts],
  );

const FINAL = ['delivered', 'failed', 'canceled'];
let numbers = 0;

test('no text follows an opt-out, none arrives twice, and none is lost', { timeout: 0 }, async () => {
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(plan, async ({ groups, faults }) => {
      numbers += 1;
      if (numbers % 200 === 0) await it.clear();
      const phones = [0, 1].map((other) => `+1512${2_000_000 + numbers * 2 + other}`);
      const [shared = '', alone = ''] = phones;
      const contacts = [];
      for (const phone of [shared, shared, alone]) contacts.push({ id: await it.contact({ phone }), phone });
      const run: Run = { contacts, texts: [] };
      outside.taken.clear();
      outside.late.length = 0;
      outside.faults = [...faults];

      const ended = new Map<number, string>();
      for (const group of groups) {
        await Promise.all(group.map(({ run: go }) => quietly(Promise.resolve(go(run)))));
        it.advance(1_000);
        steps += group.length;
        for (const { id, status } of await statuses(run)) {
          const before = ended.get(id);
          if (before !== undefined) expect(`${id} ${status}`).toBe(`${id} ${before}`);
          if (FINAL.includes(status)) ended.set(id, status);
        }
      }

      // No more faults: jobs and look-ups come to an end.
      outside.faults = [];
      // After the first round those alone that have not ended: the others cost a third of all time.
      let open: readonly number[] = run.texts;
      for (let round = 0; round < 3; round += 1) {
        for (const id of open) {
          await quietly(settleText(it.deps, { accountId: accountId(), textId: id }));
          await quietly(carryText(it.deps, { accountId: accountId(), textId: id }));
        }
        it.advance(SETTLES_MS);
        const rows = await statuses(run);
        open = rows.filter(({ status }) => !['sent', ...FINAL].includes(status)).map(({ id }) => id);
      }
      it.advance(-3 * SETTLES_MS - groups.length * 1_000);

      expect(outside.late, 'texts after an opt-out').toEqual([]);
      expect(
        [...outside.taken].filter(([, times]) => times > 1),
        'texts twice',
      ).toEqual([]);
      for (const { id, status, reason } of await statuses(run)) {
        const wasTaken = outside.taken.has(id);
        // Lost would be: it waits forever, is called sent and was not, or was taken and is called canceled.
        expect(['sent', ...FINAL]).toContain(status);
        if (status === 'sent' || status === 'delivered') expect(`${id} ${wasTaken}`).toBe(`${id} true`);
        if (status === 'canceled') expect(`${id} ${wasTaken}`).toBe(`${id} false`);
        if (status === 'canceled' || status === 'failed') expect(reason).not.toBe('');
      }
    }),
    { numRuns: RUNS, endOnFailure: process.env['TEXT_RUNS'] !== undefined, ...SEED },
  );
  expect(steps).toBeGreaterThan(RUNS * 4);
});
