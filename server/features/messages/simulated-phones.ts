import { isTryout } from '#rules/access/tryout.ts';
import { habitOf } from '../../adapters/texts/embedded-text-line.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { findNumberOutside } from '../phone/numbers/find-by-number.service.ts';
import { type CarryUse, noteTold } from './sending/carry-text.ts';
import { receiveText } from './incoming/receive-text.ts';
import { findText, type TextRow } from './texts.sql.ts';

/** Milliseconds between two looks at what phones do next. Ours: a person waits for it. */
export const PHONES_EVERY_MS = 1_000;
/** Texts looked at a time. Ours. */
const MOST = 200;
/** Milliseconds that a person takes to type an answer. Our choice. */
const TYPES_MS = 12_000;

type Use = CarryUse & Pick<Deps, 'config'>;

/** What a simulated person writes back; by the text, so that the same one gets the same answer. */
const ANSWERS: Readonly<Record<'answers' | 'spanish' | 'stops' | 'revokes', readonly string[]>> = {
  answers: [
    'Yes, that works for me. Thank you!',
    'Can you call me after 4?',
    'Thanks. I need to look at it with my daughter first.',
    'OK, talk to you then.',
    'Is my doctor in the network?',
  ],
  spanish: ['Sí, mañana por la tarde está bien.', '¿Me puede llamar después de las cinco?', 'Muchas gracias.'],
  stops: ['STOP'],
  revokes: ['Please stop texting me.'],
};

/** Plays the next step of every simulated phone whose time has come. Returns their number. */
export async function playPhones(use: Use): Promise<number> {
  if (use.textLine.name !== 'embedded') return 0;
  const found = await outsideAccounts<{ account_id: number; text_id: number }>(
    use.pool,
    'select account_id, text_id from find_simulated_steps($1, $2)',
    [use.now(), MOST],
  );
  for (const { account_id: accountId, text_id: textId } of found) {
    // One that fails is played again; the others don't wait for it.
    await play(use, accountId, textId).catch((error: unknown) =>
      use.log.warn({ err: error, text: textId }, 'a simulated phone failed'),
    );
  }
  return found.length;
}

interface Step {
  readonly sid: string;
  readonly step: 'arrives' | 'answers';
}

async function play(use: Use, accountId: number, textId: number): Promise<void> {
  const seen = await withAccount(use.pool, { accountId }, async (tx) => {
    const [step] = await tx.raw<Step>('select sid, step from simulated_texts where text_id = $1', [textId]);
    const text = await findText(tx, textId);
    return step === undefined || text === null ? null : { ...step, text };
  });
  if (seen === null) return;
  const { sid, step, text } = seen;
  const next = step === 'arrives' ? await arrive(use, accountId, sid, text) : await answer(use, sid, text);
  await withAccount(use.pool, { accountId }, (tx) => moveOn(tx, textId, next));
}

/** A phone that is done with a text forgets it: the text itself knows what came of it. */
const moveOn = (tx: Tx, textId: number, at: Date | null) =>
  at === null
    ? tx.raw('delete from simulated_texts where text_id = $1', [textId])
    : tx.raw(`update simulated_texts set step = 'answers', step_at = $2 where text_id = $1`, [textId, at]);

/** The text arrives, or not. Returns when the person answers; `null`: they don't. */
async function arrive(use: Use, accountId: number, sid: string, text: TextRow): Promise<Date | null> {
  const told = { sid, code: null, reason: '' } as const;
  const inside = await findNumberOutside(use.pool, text.to_number);
  if (inside !== null) {
    const sent = { from: text.from_number, to: text.to_number, body: text.body, media: [] };
    await receiveText(use, { ...sent, sid: `${sid}-in` });
    await noteTold(use, { accountId, textId: text.id }, { ...told, status: 'delivered' });
    return null;
  }
  const named = { accountId, textId: text.id };
  if (!isTryout(use.config.appEnv)) {
    const reason = 'No carrier is connected: only numbers of this installation can be texted.';
    await noteTold(use, named, { ...told, status: 'failed', reason });
    return null;
  }
  const habit = habitOf(text.to_number);
  if (habit === 'landline') {
    const reason = 'The number is a landline, which takes no texts.';
    await noteTold(use, named, { ...told, status: 'failed', code: 30_006, reason });
    return null;
  }
  await noteTold(use, named, { ...told, status: 'delivered' });
  if (text.automatic !== null || !(habit in ANSWERS)) return null;
  return new Date(use.now().getTime() + TYPES_MS);
}

/** The person answers the text. */
async function answer(use: Use, sid: string, text: TextRow): Promise<null> {
  const habit = habitOf(text.to_number);
  const said = ANSWERS[habit as keyof typeof ANSWERS];
  const body = said[text.id % said.length] ?? '';
  await receiveText(use, { sid: `${sid}-in`, from: text.to_number, to: text.from_number, body, media: [] });
  return null;
}
