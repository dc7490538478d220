import * as z from 'zod/mini';
import { TEMPLATE_PURPOSES } from '#contract/chat/reply.contract.ts';
import { SUBJECT_MAX } from '#contract/timeline/emails.contract.ts';
import { withAccount } from '../../../db/tx.ts';
import { Refusal } from '../../../errors.ts';
import { readContact } from '../../contacts/contacts.service.ts';
import { chatTool } from '../answer.ts';
import { chatContact } from '../named-contacts.ts';
import { readDraft } from './draft.ts';
import { draftEmail } from './draft-email.service.ts';
import { findSender } from './email.sql.ts';
import { faultsOf, TEXT_MAX } from './free-text.ts';
import { OCCASIONS, type OccasionKey } from './occasions.ts';

const KEYS = OCCASIONS.map(({ key }) => key) as [OccasionKey, ...OccasionKey[]];

/** Lets a model draft an e-mail from a template, or from a text that follows the same rules. */
export const draftEmailTool = chatTool({
  name: 'draft_email',
  description:
    'Drafts one e-mail and shows it to the user, who can send it. Give an occasion, or a subject and a text of your own. The text has no greeting and no signature.',
  doing: 'Drafting the e-mail',
  input: z.strictObject({
    contact_number: z.optional(z.int()),
    occasion: z.optional(z.enum(KEYS)),
    subject: z.optional(z.string().check(z.minLength(1), z.maxLength(SUBJECT_MAX))),
    text: z.optional(z.string().check(z.minLength(1), z.maxLength(TEXT_MAX))),
    purpose: z.optional(z.enum(TEMPLATE_PURPOSES)),
    length: z.optional(z.enum(['short', 'normal', 'long'])),
    tone: z.optional(z.enum(['plain', 'friendly', 'formal'])),
    language: z.optional(z.enum(['en', 'es'])),
  }),
  run: async (deps, turn, { contact_number: number, occasion, subject, text, purpose, length, tone, language }) => {
    const { identity } = turn;
    if ((occasion === undefined) === (text === undefined)) {
      throw new Refusal('refused', 'Give either an occasion or a text, not both.');
    }
    if (text !== undefined && subject === undefined)
      throw new Refusal('refused', 'A text of your own needs a subject.');
    const sender = await withAccount(deps.pool, identity, (tx) => findSender(tx, identity.userId));
    const faults = faultsOf(`${subject ?? ''}\n${text ?? ''}`, sender);
    if (faults.length > 0) throw new Refusal('refused', faults.join(' '));
    const before = readDraft(turn.state);
    const contact =
      number === undefined ? before.contact : chatContact(await readContact(deps, identity, 'number', number));
    const answer = await draftEmail(deps, turn, {
      ...before,
      length: length ?? before.length,
      tone: tone ?? before.tone,
      language: language ?? before.language,
      choices: [],
      asksWho: false,
      added: [],
      contact,
      occasion: occasion ?? null,
      subject: subject ?? null,
      // A text without a stated purpose must follow the rules for marketing.
      text: text === undefined ? null : { text, purpose: purpose ?? 'marketing' },
    });
    const { template_data: email, assumptions = [] } = answer.metadata;
    return { told: email === undefined ? { not_drafted: answer.content } : { email, assumptions }, answer };
  },
});
