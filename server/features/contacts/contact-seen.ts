/** The parameters of `seenAs`, from $1 on: `sightValues` makes them. */
export type VisibilityValues = readonly [reach: string, userId: number, businessUnitId: number];

/**
 * Condition on a contact by its alias: the acting user may see it. The parameters are those of `sightValues`, from $1
 * on. For a handful of contacts; lists name the owners instead.
 */
export const seenAs = (alias: string) => `(
  $1 = 'account' or ${alias}.owner_id = $2
  or exists (select from user_tree t where t.ancestor_id = $2 and t.descendant_id = ${alias}.owner_id)
  or ${alias}.pool_id in (select h.pool_id from pool_holders h where h.user_id = $2)
  or ($1 = 'businessUnit' and exists (select from users u where u.id = ${alias}.owner_id and u.business_unit_id = $3)))`;

/** The same of the contact `c`. */
export const SEEN = seenAs('c');
