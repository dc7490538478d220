import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { emitEvents, textsStream } from '../../../events.ts';

interface Answered {
  readonly contactId: number;
  readonly emailId: number;
  readonly subject: string;
}

/** 'New e-mail from {name}': for who has the contact now. */
export async function tellAnswer(tx: Tx, accountId: number, { contactId, emailId, subject }: Answered): Promise<void> {
  const [contact] = await tx.raw<{ number: number; name: string; owner_id: number }>(
    `select number, trim(first_name || ' ' || last_name) as name, owner_id from contacts
     where id = $1 and deleted_at is null`,
    [contactId],
  );
  if (contact === undefined) return;
  const { number, name, owner_id: ownerId } = contact;
  const body: TextsBroadcast = { type: 'mail.received', email_id: emailId, contact_number: number, name, subject };
  await emitEvents(tx, accountId, [{ stream: textsStream(ownerId), body }]);
}
