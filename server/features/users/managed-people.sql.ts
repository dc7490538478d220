/** A manager and the reach of their role. */
export interface Manager {
  readonly userId: number;
  readonly businessUnitId: number;
  readonly reach: 'account' | 'businessUnit' | 'downline';
}

/** User `u` is within the reach of a manager. $1: their id, $2: their reach, $3: their business unit. */
export const REACHED = `case $2 when 'account' then true when 'businessUnit' then u.business_unit_id = $3
    else u.id in (select descendant_id from user_tree where ancestor_id = $1) end`;
/** User `u` is one of the active people whom a manager pays for or hands things to: no one who manages themselves. */
export const MANAGED = `u.active and u.id <> $1 and not (u.roles && array['admin', 'sub_admin', 'bu_admin', 'manager', 'relationship_manager'])
  and ${REACHED}`;
