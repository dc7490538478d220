import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/tx.ts';
import type { TextLine } from './text-line.ts';

/** How a simulated phone behaves, by the last digit of its number. */
export type PhoneHabit = 'answers' | 'silent' | 'slow' | 'spanish' | 'landline' | 'stops' | 'revokes';
const HABITS: readonly PhoneHabit[] = [
  ...(['answers', 'answers', 'answers', 'answers'] as const),
  ...(['silent', 'slow', 'spanish', 'landline', 'stops', 'revokes'] as const),
];

export const habitOf = (number: string): PhoneHabit => HABITS[Number(number.at(-1))] ?? 'silent';

/** Milliseconds until a text arrives; a slow phone is out of reach for a while. Ours. */
const ARRIVES_MS = 2_000;
const SLOW_MS = 90_000;

/**
 * Simulated phones take every text, in the transaction that hands it over: none is lost, and none arrives twice.
 * `server/features/messages/simulated-phones.ts` plays what they do next.
 */
export const embeddedTextLine = ({ now }: { readonly now: () => Date }): TextLine => ({
  name: 'embedded',
  settlesMs: 0,
  answers: () => false,
  send: async (tx, { id, accountId, to }) => {
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    const at = now();
    const arrives = new Date(at.getTime() + (habitOf(to) === 'slow' ? SLOW_MS : ARRIVES_MS));
    await tx.raw(
      `insert into simulated_texts (text_id, account_id, sid, step, step_at, created_at)
       values ($1, $2, $3, 'arrives', $4, $5) on conflict (text_id) do nothing`,
      [id, accountId, sid, arrives, at],
    );
    return { ...taken, sid: (await sidOf(tx, id)) ?? sid };
  },
  find: async (tx, { id }) => {
    const sid = await sidOf(tx, id);
    return sid === null ? null : { ...taken, sid };
  },
});

const taken = { status: 'sent', code: null, reason: '' } as const;

async function sidOf(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx.raw<{ sid: string }>('select sid from simulated_texts where text_id = $1', [id]);
  return row?.sid ?? null;
}
