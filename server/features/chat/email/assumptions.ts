import type { EmailTemplate } from '#contract/chat/reply.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { BLANKS, isSaid } from './blanks.ts';
import { whenWords } from './parse-when.ts';
import { languageOf, month65, type Writing } from './write-email.ts';

/** Assumptions of a draft, and what is left to the sender. Pure. */
export function assumptionsOf(
  writing: Writing,
  { subject, body }: Pick<EmailTemplate, 'subject' | 'body'>,
  decision: Decision | null,
): string[] {
  const { occasion, draft, contact, brand, isMarketing } = writing;
  const language = languageOf(writing);
  const text = `${subject}\n${body}`;
  const says = (blank: string) => text.includes(blank);
  return [
    decision !== null && !decision.allowed && `${decisionSentence(decision)} You can't send it until that changes.`,
    contact === null && 'No recipient yet. The first name is blank.',
    contact !== null && says(BLANKS.name) && 'No first name on file. The first name is blank.',
    ...draft.leftOut.map((words) => `I left out “${words}”.`),
    says(BLANKS.when) &&
      (draft.unsureWhen === ''
        ? 'Fill in the day and time.'
        : `I wasn't sure about “${draft.unsureWhen}” and left the day and time blank. Which day and time do you want?`),
    says(BLANKS.missing) && 'Fill in what you still need from them.',
    isSaid(draft.when) && (occasion.key === 'appointment' || occasion.key === 'interview') && whenTaken(writing),
    draft.language === null && language === 'es' && 'Written in Spanish, their preferred language.',
    draft.added.length > 0 && language === 'es' && "The text you added isn't translated.",
    occasion.purpose === 'by_contact' &&
      isMarketing &&
      draft.text === null &&
      (contact === null
        ? 'Treated as marketing because no recipient is named.'
        : "Treated as marketing because they aren't a client."),
    occasion.key === 'turning-65' && contact !== null && turn65(writing),
    isMarketing && brand.trade === 'pre-need' && 'This assumes no one in the household has died in the last 30 days.',
    says('{postal address}') && "Add your agency's postal address. Marketing e-mail must include it (15 USC 7704).",
    says('{number of organizations}') &&
      'Fill in how many organizations and products you offer. Medicare rules require it (42 CFR 422.2267).',
  ].filter((line): line is string => typeof line === 'string');
}

function whenTaken({ draft, today }: Writing): string {
  const { time } = draft.when;
  const half = time !== null && !/[AP]M$/.test(time) ? ' Add AM or PM.' : '';
  const blank = draft.when.day === null ? ' Add the day.' : time === null ? ' Add the time.' : '';
  return `The e-mail says ${whenWords(draft.when, 'en', today)}.${half}${blank}`;
}

function turn65({ contact, today }: Writing): string | false {
  const dob = contact?.dob ?? null;
  if (dob === null) return 'No date of birth on file.';
  return month65(dob, today, 'en') === '' && `They don't turn 65 soon. Their date of birth is ${formatPlainDate(dob)}.`;
}
