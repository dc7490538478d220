import { EMAIL_REDIRECT_MS, REDIRECT_MS } from '#contract/chat.contract.ts';
import type { ChatCommand, ShownMessage } from './chat-view.ts';
import type { Departure } from './departure.machine.ts';

const CONTACTS_PAGE = '/contacts';
/** Page where a draft is reviewed. */
const EMAIL_PAGE = '/admin/email-management/new';

const AT_ONCE = { kind: 'page', message: null, search: null, email: null, waitMs: 0 } as const;

/** Automatic destination of a reply. `null`: none. */
export function departureOf({ key, response_type, metadata }: ShownMessage): Departure | null {
  const { redirect_url, search_payload, template_data } = metadata;
  const to = { message: key, search: search_payload ?? null, email: template_data ?? null };
  if (response_type === 'redirect') {
    return { ...to, kind: 'redirect', href: redirect_url ?? '', waitMs: REDIRECT_MS };
  }
  if (response_type !== 'email_template') return null;
  return { ...to, kind: 'email_template', href: redirect_url ?? EMAIL_PAGE, waitMs: EMAIL_REDIRECT_MS };
}

export type OpeningCommand = Extract<ChatCommand, { type: 'scope.apply' | 'page.open' | 'email.open' }>;

/** Destination of a click. */
export function departureBy(command: OpeningCommand, messages: readonly ShownMessage[]): Departure {
  if (command.type === 'page.open') return { ...AT_ONCE, href: command.href };
  if (command.type === 'scope.apply') return { ...AT_ONCE, href: CONTACTS_PAGE, search: command.scope };
  const email = messages.find(({ key }) => key === command.message)?.metadata.template_data ?? null;
  return { ...AT_ONCE, href: EMAIL_PAGE, email };
}
