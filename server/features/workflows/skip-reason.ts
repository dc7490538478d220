import type { FlowStep } from '#contract/workflows/definition.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { kitRefusal } from '../mailer-kits/assignments.service.ts';
import { hasTextDraft } from '../messages/conversations/text-drafts.ts';
import { ownNumbers } from '../messages/own-numbers.ts';
import { emptyFields, type ReachedContact, valuesOf } from '../sequences/reached-contact.ts';

/** Values of a draft, as the owner of the contact writes it. */
export async function draftValues(tx: Tx, contact: ReachedContact, at: Date) {
  const [usual] = await ownNumbers(tx, contact.owner_id);
  return valuesOf(tx, contact, { userId: contact.owner_id, from: usual?.number ?? '', at });
}

/** Why a step other than a message does nothing for a contact, in one sentence; `null`: no such reason. A dry run asks, too. */
export async function skipReason(tx: Tx, step: FlowStep, contact: ReachedContact, at: Date): Promise<string | null> {
  if (step.kind === 'kit') return kitRefusal(tx, step.kit_id ?? 0, contact.id);
  if (step.kind !== 'draft' && step.kind !== 'event') return null;
  if (!contact.has_owner) return "The contact's owner is deactivated.";
  if (step.kind === 'event') return null;
  if ((contact.phone ?? '') === '') return 'No phone number on file.';
  if (await hasTextDraft(tx, contact.owner_id, contact.id)) return 'The owner has a draft for them already.';
  const empty = emptyFields(
    { body: step.body, subject: '', recurrence: 'none', format: 'text' },
    await draftValues(tx, contact, at),
  );
  return empty.length === 0 ? null : `Empty for this contact: ${empty.join(', ')}.`;
}
