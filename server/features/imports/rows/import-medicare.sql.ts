import type { Tx } from '../../../db/tx.ts';
import { findCreated } from './import-chunk.sql.ts';
import type { Seal } from '../../../seal.ts';
import { blindIndexer, unitSeal } from '../../records/data-keys.ts';
import { numberOwner } from '../../records/sealed-fields.service.ts';
import { type KnownMedicare, type MedicareValues, withMedicare } from './row-medicare.ts';

interface Frame {
  readonly importId: number;
  /** `null`: rows are only planned. */
  readonly seal: Seal | null;
  readonly now: Date;
}

/** What these contacts have of their Medicare record. Numbers are compared by their blind index, never opened. */
export async function readMedicare(tx: Tx, seal: Seal | null, contactIds: readonly number[]): Promise<KnownMedicare> {
  if (contactIds.length === 0) return new Map();
  const rows = await tx.raw<{ id: number; blind: string | null; part_a_on: string | null; part_b_on: string | null }>(
    `select c.id, encode(s.blind_index, 'hex') as blind, m.part_a_on::text, m.part_b_on::text
     from unnest($1::bigint[]) as c(id) left join medicare_facts m on m.contact_id = c.id
       left join sealed_fields s on s.contact_id = c.id and s.field = 'medicare_number'`,
    [contactIds],
  );
  const isSealed = rows.some(({ blind }) => blind !== null);
  const blindOf = isSealed && seal !== null ? await blindIndexer(tx, seal) : null;
  return new Map(
    rows.map(({ id, blind, ...dates }) => {
      const isNumber = (value: string) =>
        blindOf === null || blindOf('medicare_number', value).toString('hex') === blind;
      return [
        id,
        new Map([
          ...(blind === null ? [] : [['medicare_number', isNumber] as const]),
          ...withMedicare(undefined, filled(dates)),
        ]),
      ];
    }),
  );
}

const filled = ({ part_a_on, part_b_on }: { part_a_on: string | null; part_b_on: string | null }): MedicareValues => ({
  ...(part_a_on !== null && { part_a_on }),
  ...(part_b_on !== null && { part_b_on }),
});

/** Gives contacts that rows of this import have created their Medicare data. */
export async function insertMedicare(
  tx: Tx,
  frame: Frame,
  rows: readonly { readonly row: number; readonly medicare: MedicareValues }[],
): Promise<void> {
  if (rows.length === 0) return;
  const idOf = await findCreated(
    tx,
    frame.importId,
    rows.map(({ row }) => row),
  );
  await fillMedicare(
    tx,
    frame,
    rows.map(({ row, medicare }) => ({ contactId: idOf.get(row) ?? 0, medicare })),
  );
}

/** Fills what contacts lack of their Medicare record. Numbers are sealed with the key of the contact's business unit. */
export async function fillMedicare(
  tx: Tx,
  { seal, now }: Frame,
  rows: readonly { readonly contactId: number; readonly medicare: MedicareValues }[],
): Promise<void> {
  const numbers = rows.flatMap(({ contactId, medicare: { medicare_number: value } }) =>
    value === undefined ? [] : [{ contactId, value }],
  );
  if (numbers.length > 0 && seal !== null) {
    const units = await tx.raw<{ id: number; unit: number }>(
      'select id, business_unit_id as unit from contacts where id = any($1::bigint[])',
      [numbers.map(({ contactId }) => contactId)],
    );
    const unitOf = new Map(units.map(({ id, unit }) => [id, unit]));
    const blind = await blindIndexer(tx, seal);
    const seals = new Map<number, Pick<Seal, 'seal'>>();
    for (const unit of new Set(unitOf.values())) seals.set(unit, await unitSeal(tx, seal, unit));
    const sealed = numbers.map(({ contactId, value }) =>
      seals.get(unitOf.get(contactId) ?? 0)?.seal(value, numberOwner(contactId, 'medicare_number')),
    );
    await tx.raw(
      `insert into sealed_fields (contact_id, account_id, field, sealed, blind_index, updated_at)
       select contact_id, app_account_id(), 'medicare_number', decode(sealed, 'hex'), decode(blind, 'hex'), $4
       from unnest($1::bigint[], $2::text[], $3::text[]) as fresh(contact_id, sealed, blind)`,
      [
        numbers.map(({ contactId }) => contactId),
        sealed.map((bytes) => bytes?.toString('hex')),
        numbers.map(({ value }) => blind('medicare_number', value).toString('hex')),
        now,
      ],
    );
  }
  const dated = rows.filter(({ medicare }) => medicare.part_a_on !== undefined || medicare.part_b_on !== undefined);
  if (dated.length === 0) return;
  await tx.raw(
    `insert into medicare_facts as m (contact_id, account_id, part_a_on, part_b_on, imported_at)
     select contact_id, app_account_id(), max(part_a_on), max(part_b_on), $2
     from jsonb_to_recordset($1::jsonb) as fresh(contact_id bigint, part_a_on date, part_b_on date) group by contact_id
     on conflict (contact_id) do update set part_a_on = coalesce(m.part_a_on, excluded.part_a_on),
       part_b_on = coalesce(m.part_b_on, excluded.part_b_on), imported_at = excluded.imported_at`,
    [
      JSON.stringify(
        dated.map(({ contactId, medicare: { part_a_on, part_b_on } }) => ({
          contact_id: contactId,
          part_a_on,
          part_b_on,
        })),
      ),
      now,
    ],
  );
}
