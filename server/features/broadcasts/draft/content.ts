import { sql } from 'kysely';
import type { MergedEmail, TemplateFormat } from '#contract/email-templates.contract.ts';
import { withOptOutLine } from '#rules/broadcasts/opt-out-line.ts';
import { MERGE_FIELDS, type MergeValues } from '#rules/contacts/merge-fields.ts';
import { fillFields } from '#rules/messages/fill-fields.ts';
import { lintTemplate, MAX_TEXT } from '#rules/messages/lint-template.ts';
import { countSegments, type Segments } from '#rules/messages/segments.ts';
import type { CampaignTrigger, TriggerType } from '#contract/campaign-triggers.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { ofUnit } from '../../../resource/visibility.ts';
import { usableBy } from '../../campaign-triggers/campaign-triggers.table.ts';
import { notesOn } from '../../email-templates/email-templates.service.ts';
import { findOffered, mergedEmail, mergeParts } from '../../email-templates/merged-email.ts';
import { findTextWriter, textValues, type TextWriter } from '../../messages/sending/fill-text.ts';
import { mergeValues } from '../../printing/pieces.ts';
import { findWriter } from '../../printing/prints.service.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import type { ChunkContact } from '../audience/recipients.sql.ts';

type Written = Pick<BroadcastRow, 'channel' | 'subject' | 'body' | 'format' | 'campaign_file_id'>;

/** What a draft takes over from a template or a trigger. */
export interface Taken {
  readonly subject?: string;
  readonly body: string;
  readonly format?: TemplateFormat;
  readonly template_id: number;
  readonly email_trigger_id?: number | null;
  /** The file of the trigger; `null`: it has none. */
  readonly campaign_file_id?: number | null;
}

interface FoundTrigger extends Pick<CampaignTrigger, 'id' | 'name' | 'body' | 'recurrence' | 'all_email_ids'> {
  readonly campaign_file_id: number | null;
}

/** A trigger that the user may use for broadcasts. @throws {Refusal} `refused` by field. */
export async function requireTrigger(
  tx: Tx,
  identity: Identity,
  { id, type, field }: { readonly id: number; readonly type: TriggerType; readonly field: string },
): Promise<FoundTrigger> {
  const { visibility } = usableBy(identity, type, 'bulk');
  const offered = (visibility.offered ?? visibility.seen)(identity);
  const found = await tx.one<FoundTrigger>(
    sql<FoundTrigger>`select r.id, r.name, r.body, r.recurrence, r.all_email_ids,
        (select f.id from campaign_files f where f.file_key = r.file_key) as campaign_file_id
      from campaign_triggers r
      where r.id = ${id} and ${offered}`,
  );
  if (found === null) throw refuseField(field, 'Campaign trigger not found, or not for broadcasts.');
  return found;
}

/** An active template of the user. `null`: none, or not theirs to use. */
async function findEmail(tx: Tx, identity: Identity, id: number): Promise<Taken | null> {
  const { offered, seen } = ofUnit();
  const found = await findOffered(tx, sql`r.active and ${(offered ?? seen)(identity)}`, id);
  return found === null ? null : { ...found, template_id: id };
}

/** An active template of the user. @throws {Refusal} `refused` by field. */
export async function takeEmail(tx: Tx, identity: Identity, id: number): Promise<Taken> {
  const taken = await findEmail(tx, identity, id);
  if (taken === null) throw refuseField('email_id', 'E-mail template not found.');
  return taken;
}

/** The template of an e-mail trigger: the one named, else its first that is active. @throws {Refusal} */
export async function takeEmailOf(
  tx: Tx,
  identity: Identity,
  { triggerId, emailId }: { readonly triggerId: number; readonly emailId: number | undefined },
): Promise<Taken> {
  const field = 'email_campaign_trigger_id';
  const trigger = await requireTrigger(tx, identity, { id: triggerId, type: 'email', field });
  if (emailId !== undefined && !trigger.all_email_ids.includes(emailId)) {
    throw refuseField('email_id', 'This template is not part of the campaign.');
  }
  for (const id of emailId === undefined ? trigger.all_email_ids : [emailId]) {
    const taken = await findEmail(tx, identity, id);
    if (taken !== null) return { ...taken, email_trigger_id: triggerId, campaign_file_id: trigger.campaign_file_id };
  }
  throw refuseField(field, 'This campaign has no active e-mail template.');
}

/** Why the content can't be sent, by field; empty: it can. */
export function contentFaults({ channel, subject, body, format }: Written): { field: string; message: string }[] {
  if (body.trim() === '') return [{ field: 'body', message: 'Write the message first.' }];
  if (channel === 'mail' && subject.trim() === '') return [{ field: 'subject', message: 'Enter a subject.' }];
  const notes =
    channel === 'mail'
      ? notesOn({ subject, body, format })
      : lintTemplate({ channel: 'text', subject: '', body: withOptOutLine(body), format: 'text' });
  return notes.filter(({ severity }) => severity === 'error').map(({ field, message }) => ({ field, message }));
}

/** @throws {Refusal} `conflict`, by field, while the content can't be sent. */
export function requireContent(written: Written): void {
  const [fault] = contentFaults(written);
  if (fault === undefined) return;
  throw new Refusal('conflict', fault.message, { fields: { [fault.field]: [fault.message] } });
}

/** A message as one person gets it. */
export interface Merged {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Labels of fields without a value: it must not go. */
  readonly empty: readonly string[];
  /** Of a text: one if it has a picture, however long it is. `null`: e-mail. */
  readonly segments: Segments | null;
}

export type Merger = (contact: ChunkContact) => Merged;

/** Parses the content once, to merge it contact by contact. @throws {MergeFault} for e-mail that can't be parsed. */
export async function mergerOf(
  tx: Tx,
  { user_id: userId, ...row }: Written & { user_id: number },
  at: Date,
): Promise<Merger> {
  return row.channel === 'text'
    ? textMerger(row, await findTextWriter(tx, userId), at)
    : emailMerger(row, await findWriter(tx, userId), at);
}

function textMerger({ body, campaign_file_id: fileId }: Written, writer: TextWriter, at: Date): Merger {
  const written = withOptOutLine(body);
  return (contact) => {
    const { text, empty, unknown } = fillFields(written, textValues(writer, contact, at));
    const counted = countSegments(text);
    const segments = fileId === null ? counted : { ...counted, segments: 1 };
    return { subject: '', text, html: null, empty: [...empty, ...unknown], segments };
  };
}

function emailMerger(
  { subject, body, format }: Written,
  writer: Awaited<ReturnType<typeof findWriter>>,
  at: Date,
): Merger {
  const parts = mergeParts({ subject, body, format });
  const plain = plainFields(`${subject}\n${body}`);
  return (contact) => {
    const values = mergeValues(
      {
        ...contact,
        position: 0,
        seen: true,
        deleted: false,
        phone: contact.phone ?? '',
        email: contact.email ?? '',
        household_key: null,
      },
      writer,
      at,
    );
    const merged: MergedEmail = mergedEmail(parts, format, values);
    return { ...merged, empty: emptyOf(plain, values), segments: null };
  };
}

const MARK = /\{\{-?\s*(\w+)\s*-?\}\}/g;
const CONDITION = /\{%-?\s*(?:if|elsif|unless|case)\b([^%]*)%\}/g;

/** Fields that stand for themselves: neither with a substitute (`| default`) nor in a text that depends on them. */
function plainFields(text: string): ReadonlySet<string> {
  const conditions = [...text.matchAll(CONDITION)].map(([, words = '']) => words).join(' ');
  const names = [...text.matchAll(MARK)].map(([, name = '']) => name);
  return new Set(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(conditions)));
}

const emptyOf = (plain: ReadonlySet<string>, values: MergeValues): string[] =>
  MERGE_FIELDS.filter(({ name }) => plain.has(name) && values[name].trim() === '').map(({ label }) => label);

/** True when a merged text is longer than carriers take. */
export const isTooLong = ({ text, segments }: Merged): boolean => segments !== null && text.length > MAX_TEXT;
