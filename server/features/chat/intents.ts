import type { Permission } from '#contract/access.contract.ts';
import type { ChatIntent } from '#contract/chat.contract.ts';
import { intentGateOf } from '#rules/chat/chat-intents.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Identity, requirePermission } from '../../identity.ts';
import { factsOf } from '../flags/flags.service.ts';
import type { Answerer, Answerers } from './answer.ts';
import { emailCreation } from './email/email-creation.answerer.ts';
import { learnSystem } from './help/learn-system.answerer.ts';
import { contactInsight } from './insight/contact-insight.answerer.ts';
import { csgQuote } from './quote/csg-quote.answerer.ts';
import { contactSearch } from './search/answer/contact-search.answerer.ts';

/** Answerer of each intent. */
export const ANSWERERS: Answerers = {
  contact_search: contactSearch,
  learn_system: learnSystem,
  contact_insight: contactInsight,
  csg_quote: csgQuote,
  email_creation: emailCreation,
};

/** Additional permission for an intent: an API key may have one without the other. */
const MUST: Partial<Readonly<Record<ChatIntent, Permission>>> = {
  contact_search: 'contacts.read',
  contact_insight: 'contacts.read',
  email_creation: 'contacts.read',
  csg_quote: 'quotes.ask',
};

/**
 * Answerer for this user.
 * @throws {Refusal} `access_denied` with the reason where the intent is not there for them, `refused` where it is still
 * to come.
 */
export async function answererOf(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  identity: Identity,
  intent: ChatIntent,
): Promise<Answerer> {
  const permission = MUST[intent];
  if (permission !== undefined) requirePermission(identity, permission);
  const gate = intentGateOf(intent, await factsOf(deps, tx, identity.userId));
  if (gate.state === 'closed') throw new Refusal('access_denied', gate.reason);
  if (gate.state === 'soon' || intent === 'customer_support') throw refuseField('intent_type', 'Coming Soon');
  return ANSWERERS[intent];
}
