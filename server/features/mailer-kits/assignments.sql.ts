import { type RawBuilder, sql } from 'kysely';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { MailerCount, MailerKit } from '#contract/mailer-kits.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { type Picked, pickedIds } from '../bulk/selection.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';
import { KITS } from './mailer-kits.table.ts';

/** A kit that the user is offered, locked against removal. `null`: none. */
export const findKit = (tx: Tx, identity: Identity, id: number) =>
  tx.one<MailerKit>(
    sql<MailerKit>`select ${KITS.select(identity)} from mailer_kits r
      where r.id = ${id} and ${(KITS.visibility.offered ?? KITS.visibility.seen)(identity)} for key share of r`,
  );

/** The contacts of a selection that are seen: with an address or not, and with the kit or not. */
const reachable = (picked: Picked, kitId: number, seen: Seen): RawBuilder<unknown> =>
  sql`select picked.place, c.id, c.household_key is not null as has_address,
        exists (select from mailer_assignment_rows a where a.kit_id = ${kitId} and a.contact_id = c.id) as has_kit
      from (${pickedIds(picked)}) picked
      join contacts c on c.id = picked.id and c.deleted_at is null and ${seenIn(seen)}`;

interface Reached {
  contacts: number;
  without_address: number;
  already_assigned: number;
  to_assign: number;
}

export async function countReachable(tx: Tx, picked: Picked, kitId: number, seen: Seen): Promise<Reached> {
  const row = await tx.one<Reached>(
    sql<Reached>`select count(*)::int as contacts,
        count(*) filter (where not has_address)::int as without_address,
        count(*) filter (where has_address and has_kit)::int as already_assigned,
        count(*) filter (where has_address and not has_kit)::int as to_assign
      from (${reachable(picked, kitId, seen)}) reached`,
  );
  return row ?? { contacts: 0, without_address: 0, already_assigned: 0, to_assign: 0 };
}

/** A contact that a kit may be assigned to: with an address or not, and with the kit or not. */
export async function findKitState(tx: Tx, kitId: number, contactId: number) {
  const row = await tx.one<{ has_address: boolean; has_kit: boolean }>(
    sql<{ has_address: boolean; has_kit: boolean }>`select c.household_key is not null as has_address,
        exists (select from mailer_assignment_rows a where a.kit_id = ${kitId} and a.contact_id = c.id) as has_kit
      from contacts c where c.id = ${contactId}`,
  );
  return row ?? { has_address: false, has_kit: false };
}

interface NewAssignment {
  readonly kitId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly selection: ContactSelection;
  readonly sentence: string;
}

/** Assigns a kit to the contacts that are reached. Answers how many they are. */
export async function insertAssignment(
  tx: Tx,
  fresh: NewAssignment,
  { picked, seen, at }: { readonly picked: Picked; readonly seen: Seen; readonly at: Date },
): Promise<{ id: number; assigned: number }> {
  const row = await tx.one<{ id: number }>(
    sql<{
      id: number;
    }>`insert into mailer_assignments (account_id, kit_id, user_id, actor_id, selection, sentence, created_at)
      values (app_account_id(), ${fresh.kitId}, ${fresh.userId}, ${fresh.actorId},
        ${JSON.stringify(fresh.selection)}::jsonb, ${fresh.sentence}, ${at}) returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  const assigned =
    await tx.change(sql`insert into mailer_assignment_rows (account_id, assignment_id, kit_id, user_id, contact_id)
    select app_account_id(), ${row.id}, ${fresh.kitId}, ${fresh.userId}, id
    from (${reachable(picked, fresh.kitId, seen)}) reached where has_address and not has_kit order by place
    on conflict (kit_id, contact_id) do nothing`);
  await tx.change(sql`update mailer_assignments set total = ${assigned} where id = ${row.id}`);
  return { id: row.id, assigned };
}

/** What became of an assigned contact: its row `a`, with its last print `j`. */
const PRINTED = sql`exists (select from print_rows p
  where p.job_id = a.print_job_id and p.contact_id = a.contact_id and p.outcome = 'printed')`;
const PRINTING = sql`coalesce(j.status in ('queued', 'working', 'cancelling'), false)`;

/** The user's next contacts of a kit, those that no print had first. They are locked. */
export async function nextToPrint(tx: Tx, userId: number, kitId: number, most: number): Promise<number[]> {
  const rows = await tx.all<{ contact_id: number }>(
    sql<{ contact_id: number }>`select a.contact_id from mailer_assignment_rows a
      left join print_jobs j on j.id = a.print_job_id
      join contacts c on c.id = a.contact_id and c.deleted_at is null
      where a.user_id = ${userId} and a.kit_id = ${kitId} and not ${PRINTING} and not ${PRINTED}
      order by a.print_job_id nulls first, a.id limit ${most} for update of a`,
  );
  return rows.map(({ contact_id: id }) => id);
}

export const notePrint = (tx: Tx, kitId: number, contactIds: readonly number[], printJobId: number) =>
  tx.change(sql`update mailer_assignment_rows set print_job_id = ${printJobId}
    where kit_id = ${kitId} and contact_id = any(${contactIds}::bigint[])`);

/** The user's own assignments by kit. Deleted contacts count as assigned, and are not left to print. */
export const countByKit = (tx: Tx, userId: number) =>
  tx.all<MailerCount>(
    sql<MailerCount>`select k.id as kit_id, k.name, count(*)::int as assigned,
        count(*) filter (where ${PRINTED})::int as printed,
        count(*) filter (where not ${PRINTED} and ${PRINTING})::int as printing,
        count(*) filter (where not ${PRINTED} and not ${PRINTING} and c.deleted_at is null)::int as left
      from mailer_assignment_rows a join mailer_kits k on k.id = a.kit_id join contacts c on c.id = a.contact_id
      left join print_jobs j on j.id = a.print_job_id
      where a.user_id = ${userId} group by k.id, k.name order by lower(k.name), k.id`,
  );
