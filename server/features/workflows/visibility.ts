import { sql } from 'kysely';
import { type FlowRow, workflowFlows } from '#contract/workflows.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { accountStream, unitsStream, unitStream, userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { tellChange } from '../../resource/resource.service.ts';
import type { Sql, Stored, Visibility, Write } from '../../resource/table.ts';
import type { LiveFlow } from './runs.sql.ts';

/** Condition on a row `r` that the user may change. */
export const changeable = ({ roles, userId, businessUnitId }: Identity): Sql => {
  const reach = reachOf(roles);
  if (reach === 'account') return sql`true`;
  return reach === 'businessUnit'
    ? sql`(r.user_id = ${userId} or r.business_unit_id = ${businessUnitId})`
    : sql`r.user_id = ${userId}`;
};

const mayChange = ({ roles, userId, businessUnitId }: Identity, row: Stored): boolean => {
  const reach = reachOf(roles);
  const isOfUnit = reach === 'businessUnit' && row['business_unit_id'] === businessUnitId;
  return reach === 'account' || isOfUnit || row['user_id'] === userId;
};

/** A workflow that the user sees. */
export const findSeenFlow = (tx: Tx, identity: Identity, id: number) =>
  tx.one<Pick<FlowRow, 'name' | 'status' | 'editable'>>(
    sql`select r.name, r.status, ${changeable(identity)} as editable from wf_flows r where r.id = ${id} and ${OF_FLOWS.seen(identity)}`,
  );

async function placeOf({ tx, identity, body }: Write) {
  const { userId, businessUnitId, roles } = identity;
  const reach = reachOf(roles);
  const shared = body['shared'] === true;
  if (shared && reach === 'downline') throw refuseField('shared', 'Only administrators share workflows.');
  const asked = (body['business_unit_id'] ?? null) as number | null;
  const unit = asked ?? (reach === 'account' && shared ? null : businessUnitId);
  const exists =
    unit === null || (await tx.one(sql`select from business_units where id = ${unit} for key share`)) !== null;
  if (!exists || (reach !== 'account' && unit !== businessUnitId))
    throw refuseField('business_unit_id', 'Business unit not found.');
  return { user_id: userId, shared, business_unit_id: shared ? unit : businessUnitId };
}

/**
 * Rows of one user, seen by the administrators above them, and shared ones of a business unit or the whole account,
 * which all their users see and administrators change.
 */
export const OF_FLOWS: Visibility = {
  seen: ({ roles, userId, businessUnitId }) => {
    const reach = reachOf(roles);
    if (reach === 'account') return sql`true`;
    const ofUnit = sql`(r.business_unit_id is null or r.business_unit_id = ${businessUnitId})`;
    return reach === 'businessUnit'
      ? sql`(r.user_id = ${userId} or ${ofUnit})`
      : sql`(r.user_id = ${userId} or r.shared and ${ofUnit})`;
  },
  place: placeOf,
  requireChange: ({ identity, about }, row) => {
    if (mayChange(identity, row)) return;
    throw new Refusal('access_denied', `This ${about.label.one} is shared: an administrator changes it.`);
  },
  within: [],
  streams: ({ identity: { accountId } }, row) => streamsOf(accountId, row),
};

const streamsOf = (accountId: number, { shared, user_id: userId, business_unit_id: unit }: Stored | LiveFlow) =>
  shared === true && unit === null
    ? [accountStream(accountId)]
    : [shared === true ? unitStream(Number(unit)) : userStream(Number(userId)), unitsStream(accountId)];

/** Tells those who see a workflow that it changed. */
export const tellFlow = (tx: Tx, accountId: number, flow: Stored | LiveFlow): Promise<unknown> =>
  tellChange(tx, accountId, workflowFlows, Number(flow['id']), streamsOf(accountId, flow));
