import { type Call, type CallResult, MISSED_OUTCOMES } from '#contract/phone/call.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { seenAs, type VisibilityValues } from '../../contacts/contact-visibility.sql.ts';

/** The caller: $1 to $3 are the values of their visibility. An unanswered call belongs to every user it rang. */
const OWN = `(k.user_id = $2 or (k.user_id is null and exists (
  select from call_rings r where r.call_id = k.id and r.user_id = $2)))`;

/** Users whose calls the user may see: in their downline, and in their business unit or account by their role. */
const PEOPLE = `(select t.descendant_id from user_tree t where t.ancestor_id = $2
  union select u.id from users u where $1 = 'businessUnit' and u.business_unit_id = $3)`;
const WITHIN_REACH = `($1 = 'account' or k.user_id in ${PEOPLE} or (k.user_id is null and exists (
  select from call_rings r where r.call_id = k.id and r.user_id in ${PEOPLE})))`;

/** True when a user may see a call. */
export async function mayLookAt(tx: Tx, visibility: VisibilityValues, callId: number): Promise<boolean> {
  const rows = await tx.prepared(`select from calls k where k.id = $4 and ${WITHIN_REACH}`, [...visibility, callId]);
  return rows.length > 0;
}

/** Latest calls of a user, newest first, by their indexes. */
export async function findRecentIds(tx: Tx, userId: number, limit: number): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    `(select id from calls where user_id = $1 order by id desc limit $2)
     union
     (select k.id from call_rings r join calls k on k.id = r.call_id
      where r.user_id = $1 and k.user_id is null order by r.call_id desc limit $2)
     order by id desc limit $2`,
    [userId, limit],
  );
  return rows.map(({ id }) => id);
}

export interface CallsWanted {
  readonly whose: 'own' | 'downline';
  /** Empty: all. */
  readonly q: string;
  readonly direction: Call['call_direction'] | undefined;
  readonly outcome: CallResult | undefined;
}

const MISSED = `k.direction = 'inbound' and k.outcome in (${MISSED_OUTCOMES.map((one) => `'${one}'`).join(', ')})`;

interface FoundMissed {
  readonly id: number;
  readonly at: Date;
  /** The contact was chosen by a user. */
  readonly linked: boolean;
  /** True when the user may open the call itself, not only its timeline entry. */
  readonly may_look: boolean;
}

/**
 * Unanswered calls of a contact, newest first, without a later conversation or callback. Until a contact is chosen, a
 * call belongs to those with its number; of those only visible calls.
 */
export const findMissedCalls = (
  tx: Tx,
  visibility: VisibilityValues,
  { contactId, since, most }: { readonly contactId: number; readonly since: Date; readonly most: number },
): Promise<FoundMissed[]> =>
  tx.raw<FoundMissed>(
    `with contact as (
       select id, array_remove(array[phone, phone_2], null) as numbers, greatest(last_call_at, $5) as since
       from contacts where id = $4
     ), found as (
       select k.* from contact c join calls k on k.contact_id = c.id and k.created_at > c.since
       union all
       select k.* from contact c join calls k on k.account_id = app_account_id() and k.from_number = any(c.numbers)
         and k.created_at > c.since and k.direction = 'inbound' and k.contact_id is null
     )
     select k.id, k.created_at as at, k.contact_id is not null as linked, look.may_look from found k
     cross join lateral (select ${WITHIN_REACH} as may_look) look
     where ${MISSED} and (k.contact_id is not null or look.may_look) order by k.created_at desc, k.id desc limit $6`,
    [...visibility, contactId, since, most],
  );

/** $4: words of a name; $5: digits of a number; $6, $7: direction and outcome. Empty or null: all. */
const wantedOf = (whose: CallsWanted['whose']) => `from calls k
  left join contacts c on c.id = k.contact_id and ${seenAs('c')}
  where ${whose === 'own' ? OWN : WITHIN_REACH}
    and ($4 = '' or position(fold($4) in fold(coalesce(c.first_name || ' ' || c.last_name, ''))) > 0
      or ($5 <> '' and position($5 in k.from_number || ' ' || k.to_number) > 0)
      or exists (select from names_of_people(array[k.user_id]) n where position(fold($4) in fold(n.name)) > 0))
    and ($6::text is null or k.direction = $6) and ($7::text is null or $7 = case when ${MISSED} then 'missed' else k.outcome end)`;

const valuesOf = (visibility: VisibilityValues, { q, direction, outcome }: CallsWanted) => [
  ...visibility,
  q,
  /^[\d\s()+.-]+$/.test(q) ? q.replaceAll(/\D/g, '') : '',
  direction ?? null,
  outcome ?? null,
];

export async function findListedIds(
  tx: Tx,
  visibility: VisibilityValues,
  wanted: CallsWanted,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>(
    `select k.id ${wantedOf(wanted.whose)} order by k.id desc offset $8 limit $9`,
    [...valuesOf(visibility, wanted), offset, limit],
  );
  return rows.map(({ id }) => id);
}

export async function countListed(tx: Tx, visibility: VisibilityValues, wanted: CallsWanted): Promise<number> {
  const rows = await tx.raw<{ total: number }>(
    `select count(*)::int as total ${wantedOf(wanted.whose)}`,
    valuesOf(visibility, wanted),
  );
  return rows[0]?.total ?? 0;
}
