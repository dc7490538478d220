import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../../../db/tx.ts';
import { refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import type { ContactValues } from './contact-values.ts';

const CHOICES = [
  { field: 'status_id', table: 'statuses', gone: 'This status no longer exists.' },
  { field: 'agentflow_status_id', table: 'agentflow_statuses', gone: 'This agentflow status no longer exists.' },
  { field: 'group_id', table: 'groups', gone: 'This group no longer exists.' },
] as const;

/** User who chooses for a contact. */
export type Chooser = Pick<Identity, 'roles' | 'businessUnitId'>;

/** Tables whose rows may belong to one business unit. */
const OF_UNITS: ReadonlySet<string> = new Set(['statuses', 'agentflow_statuses']);

/** Business unit whose rows of a table a user may choose, besides the account's; `null`: every row. */
export const unitChosen = ({ roles, businessUnitId }: Chooser, table: string): number | null =>
  OF_UNITS.has(table) && reachOf(roles) !== 'account' ? businessUnitId : null;

/** Row that a user may choose. `null`: missing, or another business unit's; locked until the transaction ends. */
export async function holdChoice(
  tx: Tx,
  chooser: Chooser,
  table: string,
  id: number,
): Promise<{ name: string } | null> {
  const unit = unitChosen(chooser, table);
  const [found = null] = await tx.raw<{ name: string }>(
    `select name from ${table} where id = $1 ${unit === null ? '' : 'and (business_unit_id is null or business_unit_id = $2)'}
     for key share`,
    unit === null ? [id] : [id, unit],
  );
  return found;
}

/** @throws {Refusal} `refused` under the field that names what is not there, or not theirs to choose. */
export async function requireChoices(tx: Tx, chooser: Chooser, values: ContactValues): Promise<void> {
  for (const { field, table, gone } of CHOICES) {
    const id = values[field];
    if (id === undefined || id === null) continue;
    if ((await holdChoice(tx, chooser, table, id)) === null) throw refuseField(field, gone);
  }
}
