import type { EmailTemplate } from '#contract/chat/reply.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { BLANKS, isSaid } from './blanks.ts';
import { whenWords } from './hear-when.ts';
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
    contact === null && 'Nobody was named: the first name is left blank.',
    contact !== null && says(BLANKS.name) && 'No first name is known: it is left blank.',
    ...draft.leftOut.map((words) => `I left out “${words}”.`),
    says(BLANKS.when) &&
      (draft.unsureWhen === ''
        ? 'Day and time are left blank.'
        : `I am not sure about “${draft.unsureWhen}”: day and time are left blank. Which day, and at what time?`),
    says(BLANKS.missing) && 'What is missing is left blank.',
    isSaid(draft.when) && (occasion.key === 'appointment' || occasion.key === 'interview') && whenTaken(writing),
    draft.language === null && language === 'es' && 'It is in Spanish, their language.',
    draft.added.length > 0 && language === 'es' && 'Your own words stand in it as you said them.',
    occasion.purpose === 'by_contact' &&
      isMarketing &&
      draft.text === null &&
      (contact === null
        ? 'It counts as selling, since nobody is named.'
        : 'It counts as selling, since they are no client.'),
    occasion.key === 'turning-65' && contact !== null && turn65(writing),
    isMarketing && brand.trade === 'pre-need' && 'Nobody of the household has died in the last 30 days.',
    says('{postal address}') &&
      'Put in the postal address of your agency: mail that sells must carry it (15 USC 7704).',
    says('{number of organizations}') &&
      'Put in how many organizations and products you offer: the Medicare rules ask for it (42 CFR 422.2267).',
  ].filter((line): line is string => typeof line === 'string');
}

function whenTaken({ draft, today }: Writing): string {
  const { time } = draft.when;
  const half = time !== null && !/[AP]M$/.test(time) ? ' Nobody said whether AM or PM.' : '';
  const blank = draft.when.day === null ? ' No day was said.' : time === null ? ' No time was said.' : '';
  return `It says ${whenWords(draft.when, 'en', today)}.${half}${blank}`;
}

function turn65({ contact, today }: Writing): string | false {
  const dob = contact?.dob ?? null;
  if (dob === null) return 'No birth date is known.';
  return month65(dob, today, 'en') === '' && `Their birth date, ${formatPlainDate(dob)}, does not make them 65 soon.`;
}
