import * as z from 'zod/mini';
import { ChatContact, TEMPLATE_PURPOSES } from '#contract/chat/reply.contract.ts';
import { SUBJECT_MAX } from '#contract/timeline/emails.contract.ts';
import { isSaid } from './blanks.ts';
import type { ParsedWhen, When } from './parse-when.ts';
import type { Parsed } from './hear.ts';
import type { Occasion } from './occasions.ts';

/** Facts about the current e-mail, stored between messages. */
const DraftState = z.object({
  occasion: z.nullable(z.string()),
  contact: z.nullable(ChatContact),
  /** The next message chooses one of them. */
  choices: z.array(ChatContact),
  /** The next message names the recipient. */
  asksWho: z.boolean(),
  length: z.enum(['short', 'normal', 'long']),
  tone: z.enum(['plain', 'friendly', 'formal']),
  /** `null`: the one of the contact. */
  language: z.nullable(z.enum(['en', 'es'])),
  /** `null`: the one of the template. */
  subject: z.nullable(z.string()),
  added: z.array(z.string()),
  talk: z.object({ kind: z.nullable(z.enum(['call', 'meeting', 'visit'])), day: z.string() }),
  /** Items that the contact should send; empty: not stated. */
  missing: z.string(),
  /** `null` when the holiday wasn't named. */
  holiday: z.nullable(z.enum(['thanksgiving', 'christmas', 'newYear', 'easter'])),
  when: z.object({ day: z.nullable(z.string()), time: z.nullable(z.string()) }),
  /** Words of a day or a time that were not sure; empty: none. */
  unsureWhen: z.string(),
  /** Parts of the last message that the draft does not cover. */
  leftOut: z.array(z.string()),
  /** Text from a model instead of a template. `null`: the template. */
  text: z.nullable(z.object({ text: z.string(), purpose: z.enum(TEMPLATE_PURPOSES) })),
});
export type Draft = z.output<typeof DraftState>;

export const FRESH: Draft = {
  occasion: null,
  contact: null,
  choices: [],
  asksWho: false,
  length: 'normal',
  tone: 'plain',
  language: null,
  subject: null,
  added: [],
  talk: { kind: null, day: '' },
  missing: '',
  holiday: null,
  when: { day: null, time: null },
  unsureWhen: '',
  leftOut: [],
  text: null,
};

/** State after the last reply; a state of another kind starts fresh. */
export const readDraft = (state: unknown): Draft => z.safeParse(DraftState, state).data ?? FRESH;

/** Returns the draft after a message: another occasion is another e-mail to the same person. Pure. */
export function refine(before: Draft, heard: Parsed, occasion: Occasion | null, when: ParsedWhen): Draft {
  const isOther = occasion !== null && before.occasion !== null && occasion.key !== before.occasion;
  const { length, tone, language, contact } = before;
  const base = heard.startsOver ? FRESH : isOther ? { ...FRESH, length, tone, language, contact } : before;
  return {
    ...base,
    choices: [],
    asksWho: false,
    occasion: occasion?.key ?? base.occasion,
    length: heard.length ?? base.length,
    tone: heard.tone ?? base.tone,
    language: heard.language ?? base.language,
    subject: heard.subject?.slice(0, SUBJECT_MAX) ?? base.subject,
    added: heard.added === undefined ? base.added : [...base.added, heard.added],
    talk: heard.talk ?? base.talk,
    missing: heard.missing ?? base.missing,
    holiday: heard.holiday ?? base.holiday,
    when: nextWhen(base.when, when),
    unsureWhen: when.unsure !== '' || isSaid(when) ? when.unsure : base.unsureWhen,
    leftOut: [...heard.leftOut],
    contact: heard.who?.kind === 'nobody' ? null : base.contact,
    text: occasion === null ? base.text : null,
  };
}

/** Uncertain parts leave day and time open. */
function nextWhen(before: When, { day, time, unsure }: ParsedWhen): When {
  return unsure === '' ? { day: day ?? before.day, time: time ?? before.time } : { day: null, time: null };
}
