import type { ImportForm } from '#contract/imports.contract.ts';
import { writeAudit } from '../../audit.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { requireFeature } from '../flags/flags.service.ts';
import type { Asked } from './asked.ts';

/** @throws {Refusal} `access_denied` when a vendor is named by a user who may not track leads. */
export async function requireVendorGate(deps: Deps, identity: Identity, form: ImportForm): Promise<void> {
  if (form.api_vendor_obj) await requireFeature(deps, identity, 'import-lead-tracking');
}

/**
 * Finds the vendor by number or name; creates one for an unknown name.
 * @throws {Refusal} `refused` when there is no vendor with that number.
 */
export async function vendorIdOf(
  tx: Tx,
  { identity, requestId }: Asked,
  { api_vendor_id: id, vendor_name: name, vendor_type: type = '' }: NonNullable<ImportForm['api_vendor_obj']>,
): Promise<number> {
  if (id !== undefined) {
    const [known] = await tx.raw<{ id: number }>('select id from api_vendors where id = $1 for key share', [id]);
    if (known === undefined) throw refuseField('api_vendor_obj', 'This vendor no longer exists.');
    return known.id;
  }
  const [made] = await tx.raw<{ id: number }>(
    `insert into api_vendors (account_id, vendor_name, vendor_type) values ($1, $2, $3)
     on conflict (account_id, lower(vendor_name)) do nothing returning id`,
    [identity.accountId, name, type],
  );
  if (made !== undefined) {
    const entry = { action: 'api_vendor.created', subjectType: 'api_vendor', subjectId: made.id };
    await writeAudit(tx, identity, requestId, entry);
    return made.id;
  }
  const [old] = await tx.raw<{ id: number }>('select id from api_vendors where lower(vendor_name) = lower($1)', [name]);
  if (old === undefined) throw new Error('The new vendor is missing.');
  return old.id;
}
