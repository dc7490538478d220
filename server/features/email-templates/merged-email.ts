import { type RawBuilder, sql } from 'kysely';
import type { MergedEmail, TemplateFormat } from '#contract/email-templates.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import type { MergeValues } from '#rules/contacts/merge-fields.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { type MergeText, readMergeText } from '../../merge-text.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { seenIn } from '../contacts/contact-visibility.sql.ts';
import { mergeValues, type Recipient } from '../printing/pieces.ts';
import { findRecipients, findWriter } from '../printing/prints.service.ts';
import { simpleHtml } from '../timeline/simple-html.ts';

/** The parts of a template that have merge fields. */
interface Written {
  readonly subject: string;
  readonly body: string;
  readonly format: TemplateFormat;
}

interface MergeParts {
  readonly subject: MergeText;
  readonly body: MergeText;
}

export const mergeParts = ({ subject, body, format }: Written): MergeParts => ({
  subject: readMergeText(subject, 'text'),
  body: readMergeText(body, format),
});

/** The e-mail of one contact. @throws {MergeFault} */
export function mergedEmail(parts: MergeParts, format: TemplateFormat, values: MergeValues): MergedEmail {
  const subject = cleanLine(parts.subject.render(values));
  const body = parts.body.render(values);
  return format === 'html' ? { subject, ...simpleHtml(body, true) } : { subject, text: cleanText(body), html: null };
}

const NOBODY: Recipient = {
  position: 1,
  seen: false,
  deleted: false,
  first_name: '',
  last_name: '',
  company: '',
  address: '',
  city: '',
  state: '',
  zip_code: '',
  phone: '',
  email: '',
  household_key: null,
};

/** The values of one contact, as the current user writes to them. `null`: of no one, which are empty. */
export async function valuesFor(tx: Tx, identity: Identity, contactId: number | null, at: Date): Promise<MergeValues> {
  const seen = await seenBy(tx, identity);
  const source = sql`select ${contactId}::bigint as id, 1 as place`;
  const [recipient = NOBODY] = contactId === null ? [] : await findRecipients(tx, source, seen);
  return mergeValues(recipient, await findWriter(tx, identity.userId), at);
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The newest contact visible to the user, to show a template with. */
export async function findNewest(tx: Tx, identity: Identity): Promise<Named | null> {
  const isSeen: RawBuilder<unknown> = seenIn(await seenBy(tx, identity));
  return tx.one<Named>(
    sql<Named>`select c.id, trim(c.first_name || ' ' || c.last_name) as name from contacts c
      where c.account_id = app_account_id() and c.deleted_at is null and ${isSeen}
      order by c.number desc limit 1`,
  );
}

/** The parts of a template that meets a condition on its row `r`. */
export const findOffered = (tx: Tx, condition: RawBuilder<unknown>, id: number): Promise<Written | null> =>
  tx.one<Written>(
    sql<Written>`select r.subject, r.body, r.format from email_templates r where r.id = ${id} and ${condition}`,
  );
