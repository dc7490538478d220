import type { BroadcastEmail, broadcastEmails, MergedEmail, TemplateNote } from '#contract/email-templates.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { lintBlocks } from '#rules/emails/lint-blocks.ts';
import { lintTemplate, type Template } from '#rules/messages/lint-template.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { MergeFault } from '../../merge-text.ts';
import type { Table } from '../../resource/table.ts';
import { requireContact, requireLiveContact } from '../contacts/contacts.service.ts';
import { findNewest, findOffered, mergedEmail, mergeParts, valuesFor } from './merged-email.ts';

type Written = Omit<Template, 'channel'>;
type Blocks = BroadcastEmail['blocks'];

/** Findings of the rules, and errors that only parsing finds. With blocks, findings name the block. */
export function notesOn({ subject, body, format }: Written, blocks: Blocks = null): TemplateNote[] {
  const notes =
    blocks === null ? lintTemplate({ channel: 'email', subject, body, format }) : lintBlocks(subject, blocks);
  const parts = mergeParts({ subject, body, format });
  const faults = (['subject', 'body'] as const).flatMap((field): TemplateNote[] =>
    notes.some((note) => note.field === field && note.severity === 'error')
      ? []
      : parts[field].faults.map((message) => ({ field, severity: 'error', message })),
  );
  return [...faults, ...notes];
}

/** @throws {Refusal} `refused` by field, for the first error of a template. */
export function requireSound({ blocks, ...template }: Written & { readonly blocks: Blocks }): void {
  const fault = notesOn(template, blocks).find(({ severity }) => severity === 'error');
  if (fault !== undefined) throw refuseField(fault.field, fault.message);
}

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function previewTemplate(
  deps: Deps,
  identity: Identity,
  { contact_id: contactId, blocks = null, ...written }: Body<typeof broadcastEmails.preview>,
): Promise<Reply<typeof broadcastEmails.preview>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const chosen = contactId === undefined ? null : await requireContact(tx, identity, contactId);
    const contact = chosen === null ? await findNewest(tx, identity) : { id: chosen.id, name: contactName(chosen) };
    const values = await valuesFor(tx, identity, contact?.id ?? null, deps.now());
    return { data: { contact, email: mergedOrNull(written, values), notes: notesOn(written, blocks) } };
  });
}

function mergedOrNull(written: Written, values: Parameters<typeof mergedEmail>[2]): MergedEmail | null {
  try {
    return mergedEmail(mergeParts(written), written.format, values);
  } catch (error) {
    if (error instanceof MergeFault) return null;
    throw error;
  }
}

/**
 * An active template with the values of a contact.
 * @throws {Refusal} `not_found`; `conflict` when the contact is deleted, or the text grows beyond all measure.
 */
export function fillTemplate(
  deps: Deps,
  identity: Identity,
  { visibility }: Pick<Table, 'visibility'>,
  { contactId, emailId }: { contactId: number; emailId: number },
): Promise<MergedEmail> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireLiveContact(tx, identity, contactId, false);
    const template = await findOffered(tx, (visibility.offered ?? visibility.seen)(identity), emailId);
    if (template === null) throw new Refusal('not_found', 'E-mail template not found.');
    const email = mergedOrNull(template, await valuesFor(tx, identity, contactId, deps.now()));
    if (email === null)
      throw new Refusal('conflict', 'This template has an error. Ask an administrator to correct it.');
    return email;
  });
}
