import type { ChatContact } from '#contract/chat/reply.contract.ts';
import type { ChatAnswer } from '../answer.ts';
import type { Named } from '../named-contacts.ts';
import type { Draft } from './draft.ts';
import type { Occasion } from './occasions.ts';

const NOBODY = { label: 'Nobody in particular', says: 'Nobody in particular' } as const;

const answer = (content: string, state: Draft, more: Partial<ChatAnswer> = {}): ChatAnswer => ({
  content,
  responseType: null,
  metadata: {},
  state,
  isAtLoss: false,
  ...more,
});

/** Asks for the purpose. Never a guess. */
export function whatFor(state: Draft, options: readonly Occasion[], part: string, isAtLoss: boolean): ChatAnswer {
  const to = state.contact === null ? '' : ` to ${state.contact.name}`;
  const text = isAtLoss ? 'I did not understand what the e-mail is for.' : `What is the e-mail${to} for?`;
  const question = { part, text, options: options.map(({ label }) => ({ label, says: label })) };
  const content = isAtLoss ? `${text} Choose an occasion, or say it in other words.` : text;
  return answer(content, state, { isAtLoss, metadata: { questions: [question] } });
}

/** No contact has this name. */
export function notFound(state: Draft, name: string): ChatAnswer {
  const text = `I find nobody called “${name}”. Whom is it to?`;
  return answer(
    text,
    { ...state, asksWho: true },
    { metadata: { questions: [{ part: name, text, options: [NOBODY] }] } },
  );
}

export function whoThen(state: Draft): ChatAnswer {
  const text = 'Whom is it to, then?';
  return answer(
    text,
    { ...state, choices: [], asksWho: true },
    { metadata: { questions: [{ part: '', text, options: [NOBODY] }] } },
  );
}

/** Meant for many; the named contacts are offered. */
export function oneAlone(state: Draft, names: readonly string[] = []): ChatAnswer {
  const text = 'An e-mail from here goes to one contact. Whom is it to?';
  const named = names.map((name) => ({ label: name, says: name }));
  return answer(
    text,
    { ...state, contact: null, asksWho: true },
    { metadata: { questions: [{ part: '', text, options: [...named, NOBODY] }] } },
  );
}

/** Someone was mentioned without a way to identify them: `my wife`. */
export function whomSaid(state: Draft, part: string): ChatAnswer {
  const text = part === '' ? 'Whom is it to?' : `Whom do you mean by “${part}”?`;
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

/** Several people, or one whose name is only close to what was said. */
export function whichOne(state: Draft, name: string, { contacts, total }: Named): ChatAnswer {
  const choices = [...contacts];
  const [only] = choices;
  if (only !== undefined && total === 1) {
    return answer(
      `I find nobody called “${name}”. Do you mean ${placed(only)}?`,
      { ...state, choices },
      { responseType: 'contact_confirmation', metadata: { contacts: choices, contact_number: only.number } },
    );
  }
  const more = total > choices.length ? ` These are the first ${choices.length}.` : '';
  return answer(
    `${total} people fit “${name}”.${more} Which one is it to?`,
    { ...state, choices },
    { responseType: 'contact_selection', metadata: { contacts: choices, count: total } },
  );
}

/** A rule forbids this mail; what is not forbidden is offered. */
export function mayNotBeMailed(
  state: Draft,
  { name }: ChatContact,
  reason: string,
  others: readonly Occasion[],
): ChatAnswer {
  const question = {
    part: '',
    text: 'Something else?',
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
