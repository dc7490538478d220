import type { CurrentUser } from '#contract/session.contract.ts';
import { mergeMark } from '#rules/contacts/merge-fields.ts';

/** A letter as it is written. */
export interface LetterDraft {
  /** Id of the saved letter; `null` when unsaved. */
  readonly id: number | null;
  readonly name: string;
  readonly sender: string;
  readonly body: string;
}

/** Parses a stored draft; `null` when it isn't one. */
export function draftOf(text: string): LetterDraft | null {
  try {
    const { id, name, sender, body } = JSON.parse(text) as Record<keyof LetterDraft, unknown>;
    const isDraft = [name, sender, body].every((each) => typeof each === 'string');
    return isDraft ? ({ id: typeof id === 'number' ? id : null, name, sender, body } as LetterDraft) : null;
  } catch {
    return null;
  }
}

/** Returns whether two letters have the same text. */
export const isSameLetter = (a: Pick<LetterDraft, 'name' | 'sender' | 'body'>, b: typeof a): boolean =>
  a.name === b.name && a.sender === b.sender && a.body === b.body;

/** Initial text of a new letter. */
export const firstLetter = ({ phone }: Pick<CurrentUser, 'phone'>): LetterDraft => ({
  id: null,
  name: '',
  sender: [mergeMark('my_name'), ...(phone ? [mergeMark('my_phone')] : []), mergeMark('my_email')].join('\n'),
  body: `Dear ${mergeMark('first_name')},\n\n\n\nSincerely,\n\n\n${mergeMark('my_name')}`,
});
