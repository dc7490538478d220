import { EmailTemplate } from '#contract/chat/reply.contract.ts';

/** Drafts of the page among all unsaved text. */
export const EMAIL_DRAFTS = 'new-email';

export interface EmailDraft extends EmailTemplate {
  readonly by: 'me' | 'max';
  /** Text as typed: addresses, separated by commas. */
  readonly cc: string;
}

/** Maximum drafts kept; the oldest is dropped. Our choice. */
const KEPT = 5;

const BLANK: EmailDraft = { by: 'me', contact: null, subject: '', body: '', cc: '', purpose: 'marketing' };

const isBlank = ({ contact, subject, body, cc }: EmailDraft): boolean =>
  contact === null && `${subject}${body}${cc}`.trim() === '';

/** The drafts of a stored text, the one in hand first; what an older version wrote is none. Pure, as all of these. */
export function readDrafts(stored: string): readonly EmailDraft[] {
  try {
    const drafts: unknown = JSON.parse(stored || '[]');
    return Array.isArray(drafts) ? drafts.flatMap(readDraft) : [];
  } catch {
    return [];
  }
}

function readDraft(stored: Partial<EmailDraft> | null): EmailDraft[] {
  const email = EmailTemplate.safeParse(stored).data;
  const { by, cc } = stored ?? {};
  return email !== undefined && (by === 'me' || by === 'max') && typeof cc === 'string' ? [{ ...email, by, cc }] : [];
}

const toText = (drafts: readonly EmailDraft[]): string => {
  const kept = drafts.filter((draft) => !isBlank(draft)).slice(0, KEPT);
  return kept.length === 0 ? '' : JSON.stringify(kept);
};

/** The one in hand; a blank one where there is none. */
export const inHand = (stored: string): EmailDraft => readDrafts(stored)[0] ?? BLANK;

/** Drafts that were set aside. */
export const laidAside = (stored: string): readonly EmailDraft[] => readDrafts(stored).slice(1);

export const written = (stored: string, change: Partial<EmailDraft>): string =>
  toText([{ ...inHand(stored), ...change }, ...laidAside(stored)]);

/** Opens another draft and sets the current one aside. */
export const takenUp = (stored: string, draft: EmailDraft): string => {
  const same = JSON.stringify(draft);
  return toText([draft, ...readDrafts(stored).filter((other) => JSON.stringify(other) !== same)]);
};

/** Without this one. */
export const withoutDraft = (stored: string, draft: EmailDraft): string => {
  const same = JSON.stringify(draft);
  return toText(readDrafts(stored).filter((other) => JSON.stringify(other) !== same));
};

export interface SentEmail extends Pick<EmailDraft, 'subject' | 'body'> {
  readonly contactId: number;
}

/** The drafts without the one that was sent; if it was edited since, it stays. */
export const withoutSent = (stored: string, { contactId, subject, body }: SentEmail): string =>
  toText(
    readDrafts(stored).filter(
      (draft) => !(draft.contact?.id === contactId && draft.subject === subject && draft.body === body),
    ),
  );

export const draftOfMax = (email: EmailTemplate): EmailDraft => ({ ...email, by: 'max', cc: '' });

/** Blanks that MAX left for the sender, such as `{postal address}`, each once. */
export const blanksIn = ({ by, subject, body }: EmailDraft): readonly string[] =>
  by === 'max' ? [...new Set(`${subject}\n${body}`.match(/\{[a-z][a-z ]*\}/g))] : [];
