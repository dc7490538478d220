import type { Text } from '#contract/messages/text.contract.ts';
import { countSegments } from '#rules/messages/segments.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { insertText } from '../texts.sql.ts';

type Automatic = NonNullable<Text['automatic']>;

/** What the product answers, as carriers ask: who writes, what was done, how to undo it. */
const ANSWERS: Readonly<Record<'en' | 'es', Readonly<Record<Automatic, (agency: string) => string>>>> = {
  en: {
    opt_out: (agency) =>
      `${agency}: You're opted out and won't get any more texts from us. Reply START to get them again.`,
    opt_in: (agency) => `${agency}: You'll get our texts again. Reply STOP to opt out, HELP for help.`,
    help: (agency) => `${agency}: Your insurance agent texts you from this number. Reply STOP to opt out.`,
  },
  es: {
    opt_out: (agency) => `${agency}: No recibirá más mensajes de nosotros. Responda INICIAR para recibirlos de nuevo.`,
    opt_in: (agency) => `${agency}: Recibirá nuestros mensajes de nuevo. Responda ALTO para cancelar.`,
    help: (agency) => `${agency}: Su agente de seguros le escribe desde este número. Responda ALTO para cancelar.`,
  },
};

export interface Answered {
  readonly accountId: number;
  readonly conversationId: number;
  readonly contactId: number | null;
  /** Our number, and theirs. */
  readonly from: string;
  readonly to: string;
  readonly what: Automatic;
  readonly isSpanish: boolean;
  readonly at: Date;
}

/** Queues the answer to a keyword. It goes out even after an opt-out, which it confirms, once. Returns its id. */
export async function answerKeyword(
  { jobs, textLine }: Pick<Deps, 'jobs' | 'textLine'>,
  tx: Tx,
  { accountId, conversationId, contactId, from, to, what, isSpanish, at }: Answered,
): Promise<number> {
  const [account] = await tx.raw<{ name: string }>('select name from accounts where id = app_account_id()');
  const body = ANSWERS[isSpanish ? 'es' : 'en'][what](account?.name ?? '');
  const id = await insertText(tx, {
    conversationId,
    contactId,
    direction: 'out',
    status: 'queued',
    body,
    from,
    to,
    segments: countSegments(body).segments,
    purpose: 'service',
    userId: null,
    actorId: null,
    automatic: what,
    carrier: textLine.name,
    at,
  });
  await jobs.enqueue(tx, 'texts.send', { accountId, textId: id }, String(id));
  return id;
}
