import type { Capture, DataCapture } from '#contract/records/data-capture.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { changeContact, changedMeanwhile } from './change-contact.ts';
import { findCaptures, keepCaptures } from './data-capture.sql.ts';

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function readDataCapture(deps: Deps, identity: Identity, contactId: number): Promise<DataCapture> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    return stored(tx, contactId);
  });
}

/**
 * @throws {Refusal} `not_found`, `conflict` when the contact is deleted, `contact_changed` with the stored values after
 * a concurrent change.
 */
export function updateDataCapture(
  deps: Deps,
  caller: Caller,
  contactId: number,
  { captures: written, version }: { captures: readonly Capture[]; version: number },
): Promise<DataCapture> {
  const captures = written.map(({ label, value }) => ({ label: cleanLine(label), value: cleanText(value) }));
  return changeContact(deps, caller, contactId, async ({ tx, at, done }) => {
    const before = await stored(tx, contactId);
    if (textOf(before.captures) === textOf(captures)) return before;
    if (before.version !== version) {
      const now = before.captures.map(({ label, value }) => `${label}: ${value}`);
      throw changedMeanwhile('this list', { captures: now });
    }
    await keepCaptures(tx, contactId, { captures, version: before.version + 1, updated_at: at });
    const detail = { count: captures.length, before: before.captures.length };
    await done({ action: 'data_capture.updated', detail });
    return stored(tx, contactId);
  });
}

const textOf = (captures: readonly Capture[]) => JSON.stringify(captures.map(({ label, value }) => [label, value]));

async function stored(tx: Tx, contactId: number): Promise<DataCapture> {
  const row = await findCaptures(tx, contactId);
  return {
    captures: (row?.captures ?? []).map(({ label, value }) => ({ label, value })),
    version: row?.version ?? 0,
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}
