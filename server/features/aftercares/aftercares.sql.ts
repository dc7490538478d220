import type { FamilyMember, Relationship } from '#contract/aftercares.contract.ts';
import type { DoneSteps } from '#rules/aftercares/steps.ts';
import { qb, type Tx } from '../../db/tx.ts';
import { seenAs, type VisibilityValues } from '../contacts/contact-visibility.sql.ts';

export interface Enrollment {
  readonly id: number;
  readonly family_contact_id: number;
  /** `null`: not theirs to see. */
  readonly family: { readonly id: number; readonly number: number; readonly name: string } | null;
  readonly relationship: Relationship;
  readonly done: DoneSteps;
  readonly enrolled_by: string;
  readonly enrolled_at: Date;
}

const NAME = (alias: string) =>
  `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), '#' || ${alias}.number)`;

/** The running enrollment of a contact; the latest where a merge has brought several together. */
export async function findEnrollment(tx: Tx, visibility: VisibilityValues, id: number): Promise<Enrollment | null> {
  const rows = await tx.raw<Enrollment>(
    `select a.id, a.family_contact_id, a.relationship, a.done, a.enrolled_at,
       trim(u.first_name || ' ' || u.last_name) as enrolled_by,
       (with recursive heir as (
          select k.id, k.merged_into_id from contacts k where k.id = a.family_contact_id
          union all select k.id, k.merged_into_id from heir join contacts k on k.id = heir.merged_into_id)
        select jsonb_build_object('id', f.id, 'number', f.number, 'name', ${NAME('f')})
        from heir join contacts f on f.id = heir.id where heir.merged_into_id is null and ${seenAs('f')}) as family
     from aftercares a join users u on u.id = a.enrolled_by
     where a.contact_id = $4 and a.ended_at is null order by a.id desc limit 1`,
    [...visibility, id],
  );
  return rows[0] ?? null;
}

/** Families often have coverage that pays a funeral. */
const COVERING = `('life', 'final_expense', 'pre_need')`;

/** These contacts with their coverage, in their order. */
export const findCoverage = (tx: Tx, ids: readonly number[]) =>
  tx.raw<Omit<FamilyMember, 'by'>>(
    `select c.id, c.number, ${NAME('c')} as name, exists (select from policies p where p.contact_id = c.id
       and p.deleted_at is null and p.status = 'active' and p.type in ${COVERING}) as is_covered
     from contacts c where c.id = any($1) order by array_position($1, c.id)`,
    [ids],
  );

interface NewEnrollment {
  readonly contact_id: number;
  readonly family_contact_id: number;
  readonly relationship: Relationship;
  readonly enrolled_by: number;
  readonly enrolled_at: Date;
}

export const insertEnrollment = (tx: Tx, accountId: number, row: NewEnrollment) =>
  tx.change(qb.insertInto('aftercares').values({ account_id: accountId, ...row }));

export const setDone = (tx: Tx, id: number, done: DoneSteps) =>
  tx.raw('update aftercares set done = $2 where id = $1', [id, JSON.stringify(done)]);

/** Ends the enrollments of a contact. */
export const endEnrollments = (tx: Tx, contactId: number, at: Date) =>
  tx.raw('update aftercares set ended_at = $2 where contact_id = $1 and ended_at is null', [contactId, at]);
