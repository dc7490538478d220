import { brandOf } from '#brands/brand.ts';
import type { ChatContact, EmailTemplate } from '#contract/chat/reply.contract.ts';
import type { Decision, Purpose } from '#contract/compliance.contract.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { mayBeReached, refusalOf } from '../../compliance/may-be-reached.ts';
import { requireContact } from '../../contacts/contacts.service.ts';
import type { ChatAnswer, ChatTurn } from '../answer.ts';
import { assumptionsOf } from './assumptions.ts';
import type { Draft } from './draft.ts';
import { findSender } from './email.sql.ts';
import { type Occasion, occasionOf, occasionsOf } from './occasions.ts';
import { mayNotBeMailed, whatFor } from './questions.ts';
import { writeEmail } from './write-email.ts';

/** Page where a draft opens. */
export const EMAIL_PAGE = '/admin/email-management/new';

/** Reasons that do not concern what an e-mail is for: it can be drafted, and waits for an address. */
const MENDABLE: readonly Decision['reason'][] = ['no_address', 'address_invalid'];

/** For a text that a model wrote: it fits no template. */
const OWN_WORDS: Occasion = {
  key: 'follow-up',
  label: 'E-mail',
  said: /$^/,
  purpose: 'by_contact',
};

/**
 * The e-mail as a card, unless the rules forbid it. Nothing is sent or stored.
 * @throws {Refusal} `not_found` when the contact is no longer visible to them.
 */
export async function draftEmail(
  deps: Deps,
  turn: ChatTurn,
  draft: Draft,
  unknown: string | null = null,
): Promise<ChatAnswer> {
  const brand = brandOf(deps.config.brand);
  const occasion = occasionOf(draft.occasion) ?? (draft.text === null ? null : OWN_WORDS);
  if (occasion === null) return whatFor(draft, occasionsOf(brand.trade), '', false);
  const { identity, now: at, today } = turn;
  const { sender, contact, purpose, asked, mayServe } = await withAccount(deps.pool, identity, async (tx) => {
    const found = draft.contact === null ? null : await requireContact(tx, identity, draft.contact.id);
    const purpose = draft.text?.purpose ?? purposeOf(occasion, found?.type ?? null);
    const ask = async (what: Purpose) =>
      found === null ? null : mayBeReached(tx, deps.seal, found, { channel: 'mail', purpose: what, at });
    return {
      sender: await findSender(tx, identity.userId),
      contact: found,
      purpose,
      asked: await ask(purpose),
      mayServe: (await ask('service'))?.allowed === true,
    };
  });
  const isForbidden = asked !== null && !asked.allowed && !MENDABLE.includes(asked.reason);
  if (draft.contact !== null && isForbidden) {
    const others = mayServe
      ? occasionsOf(brand.trade)
          .filter((other) => other.purpose === 'service')
          .slice(0, 4)
      : [];
    return mayNotBeMailed(draft, draft.contact, refusalOf(asked), others);
  }
  const isMarketing = purpose === 'marketing';
  const writing = { occasion, draft, contact, sender, brand, isMarketing, today };
  const template: EmailTemplate = { ...writeEmail(writing), purpose, contact: draft.contact };
  return card(draft, occasion, template, [
    ...(unknown === null ? [] : [`I didn't understand “${unknown}”.`]),
    ...assumptionsOf(writing, template, asked),
  ]);
}

const purposeOf = ({ purpose }: Occasion, type: string | null): EmailTemplate['purpose'] =>
  purpose === 'by_contact' ? (type === 'client' ? 'service' : 'marketing') : purpose;

function card(draft: Draft, { label }: Occasion, template: EmailTemplate, assumptions: string[]): ChatAnswer {
  const to = template.contact === null ? '' : ` to ${template.contact.name}`;
  return {
    content: `${label}${draft.text === null ? ' e-mail' : ''}${to}. Review it before you send it.`,
    responseType: 'email_template',
    metadata: {
      template_data: template,
      redirect_url: EMAIL_PAGE,
      action: 'open_email',
      ...numberOf(template.contact),
      ...(assumptions.length > 0 && { assumptions }),
      suggestions: [
        draft.length === 'short' ? 'Longer' : 'Shorter',
        draft.tone === 'friendly' ? 'More formal' : 'Friendlier',
        draft.language === 'es' ? 'In English' : 'In Spanish',
      ],
    },
    state: draft,
    isAtLoss: false,
  };
}

const numberOf = (contact: ChatContact | null) => (contact === null ? {} : { contact_number: contact.number });
