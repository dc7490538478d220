import type { ChatContact } from '#contract/chat/reply.contract.ts';
import type { ChatAnswer } from '../answer.ts';
import type { Named } from '../named-contacts.ts';
import type { Draft } from './draft.ts';
import type { Occasion } from './occasions.ts';

const NOBODY = { label: 'No one in particular', says: 'No one in particular' } as const;

const answer = (content: string, state: Draft, more: Partial<ChatAnswer> = {}): ChatAnswer => ({
  content,
  responseType: null,
  metadata: {},
  state,
  isAtLoss: false,
  ...more,
});

/** Asks for the purpose instead of guessing. */
export function whatFor(state: Draft, options: readonly Occasion[], part: string, isAtLoss: boolean): ChatAnswer {
  const to = state.contact === null ? '' : ` to ${state.contact.name}`;
  const text = isAtLoss ? "I didn't understand what the e-mail is for." : `What is the e-mail${to} for?`;
  const question = { part, text, options: options.map(({ label }) => ({ label, says: label })) };
  const content = isAtLoss ? `${text} Choose an occasion, or rephrase it.` : text;
  return answer(content, state, { isAtLoss, metadata: { questions: [question] } });
}

/** No contact has this name. */
export function notFound(state: Draft, name: string): ChatAnswer {
  const text = `I can't find anyone named “${name}”. Who should this e-mail go to?`;
  return answer(
    text,
    { ...state, asksWho: true },
    { metadata: { questions: [{ part: name, text, options: [NOBODY] }] } },
  );
}

export function whoThen(state: Draft): ChatAnswer {
  const text = 'Who should this e-mail go to instead?';
  return answer(
    text,
    { ...state, choices: [], asksWho: true },
    { metadata: { questions: [{ part: '', text, options: [NOBODY] }] } },
  );
}

/** Meant for many; the named contacts are offered. */
export function oneAlone(state: Draft, names: readonly string[] = []): ChatAnswer {
  const text = 'I can draft an e-mail to one contact at a time. Who should this one go to?';
  const named = names.map((name) => ({ label: name, says: name }));
  return answer(
    text,
    { ...state, contact: null, asksWho: true },
    { metadata: { questions: [{ part: '', text, options: [...named, NOBODY] }] } },
  );
}

/** Someone was mentioned without a way to identify them: `my wife`. */
export function personNamed(state: Draft, part: string): ChatAnswer {
  const text = part === '' ? 'Who should this e-mail go to?' : `Who do you mean by “${part}”?`;
  return answer(
    text,
    { ...state, contact: null, asksWho: true },
    { metadata: { questions: [{ part, text, options: [NOBODY] }] } },
  );
}

const placed = ({ name, city, state }: ChatContact) => {
  const place = [city, state].filter(Boolean).join(', ');
  return place === '' ? name : `${name} in ${place}`;
};

/** Asks which of several people is meant, or confirms one whose name is only similar. */
export function whichOne(state: Draft, name: string, { contacts, total }: Named): ChatAnswer {
  const choices = [...contacts];
  const [only] = choices;
  if (only !== undefined && total === 1) {
    return answer(
      `I can't find anyone named “${name}”. Do you mean ${placed(only)}?`,
      { ...state, choices },
      { responseType: 'contact_confirmation', metadata: { contacts: choices, contact_number: only.number } },
    );
  }
  const more = total > choices.length ? ` Here are the first ${choices.length}.` : '';
  return answer(
    `${total} contacts match “${name}”.${more} Which one should it go to?`,
    { ...state, choices },
    { responseType: 'contact_selection', metadata: { contacts: choices, count: total } },
  );
}

/** A rule forbids this e-mail; offers the occasions that are allowed. */
export function mayNotBeMailed(
  state: Draft,
  { name }: ChatContact,
  reason: string,
  others: readonly Occasion[],
): ChatAnswer {
  const question = {
    part: '',
    text: 'Draft a different e-mail?',
    options: others.map(({ label }) => ({ label, says: label })),
  };
  return answer(
    `I didn't draft this e-mail to ${name}. ${reason}`,
    { ...state, occasion: null },
    {
      metadata: others.length === 0 ? {} : { questions: [question] },
    },
  );
}
