import type { Query, Reply } from '#contract/endpoint.ts';
import type {
  listTransferHistory as ListTransferHistory,
  listWorkflowLogs as ListWorkflowLogs,
  readTimeline as ReadTimeline,
  TimelineEntry,
  TimelineKind,
} from '#contract/timeline.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { kindOfAction } from '#rules/contacts/timeline-kind.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { requireContact } from '../contacts/contacts.service.ts';
import { countLogs, countOwnerChanges, findOwnerChanges, findWorkflowLogs } from './contact-logs.sql.ts';
import { readPlace, writePlace } from './timeline-cursor.ts';
import { findTimeline, type FoundEntry, kindOfActivity } from './timeline.sql.ts';

export { findSaid, TEXTS_RANK } from './timeline.sql.ts';

/** @throws {Refusal} `not_found`, `refused` when the cursor is none. */
export function readTimeline(
  deps: Deps,
  identity: Identity,
  contactId: number,
  { kind, cursor, limit }: Query<typeof ReadTimeline>,
): Promise<Reply<typeof ReadTimeline>> {
  const after = cursor === undefined ? null : readPlace(cursor);
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const found = await findTimeline(tx, { contactId, kind, after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next_cursor = found.length > limit && last !== undefined ? writePlace(last) : null;
    return { data: page.map(toEntry), meta: { limit, next_cursor } };
  });
}

export const toEntry = ({ at, source, id, what, ...who }: FoundEntry): TimelineEntry => ({
  key: `${source}-${id}`,
  at,
  kind: kindOf(what),
  ...actorsOf(who),
  what,
});

type Who = Pick<FoundEntry, 'actor_id' | 'actor' | 'acting_as_id' | 'acting_as'>;

/** User who signed in, and the user they acted as, if different. */
const actorsOf = ({ actor_id, actor, acting_as_id, acting_as }: Who): Pick<TimelineEntry, 'actor' | 'acting_as'> => ({
  actor: actor_id === null ? null : { id: actor_id, name: actor ?? '' },
  acting_as: acting_as_id === null || acting_as_id === actor_id ? null : { id: acting_as_id, name: acting_as ?? '' },
});

function kindOf(what: TimelineEntry['what']): TimelineKind {
  if (what.of === 'note') return 'notes';
  if (what.of === 'mail' || what.of === 'print') return 'mails';
  if (what.of === 'workflow') return 'workflows';
  if (what.of === 'call') return 'calls';
  if (what.of === 'text') return 'texts';
  if (what.of === 'event' || what.of === 'soa') return 'meetings';
  if (what.of === 'activity') return kindOfActivity(what.type);
  return what.of === 'action' ? kindOfAction(what.action) : 'changes';
}

/** @throws {Refusal} `not_found` */
export function listWorkflowLogs(
  deps: Deps,
  identity: Identity,
  contactId: number,
  page: Query<typeof ListWorkflowLogs>,
): Promise<Reply<typeof ListWorkflowLogs>> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const found = await findWorkflowLogs(tx, contactId, page);
    const meta = metaOf(page, await countLogs(tx, 'workflow_logs', contactId));
    return { data: found.map((row) => ({ ...row, at: row.at.toISOString() })), meta };
  });
}

/** @throws {Refusal} `not_found` */
export function listTransferHistory(
  deps: Deps,
  identity: Identity,
  contactId: number,
  page: Query<typeof ListTransferHistory>,
): Promise<Reply<typeof ListTransferHistory>> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const found = await findOwnerChanges(tx, contactId, page);
    const data = found.map((row) => ({
      id: row.id,
      at: row.created_at.toISOString(),
      from: { id: row.from_owner_id, name: row.from_owner },
      to: { id: row.to_owner_id, name: row.to_owner },
      actor: { id: row.actor_id, name: row.actor },
      acting_as: row.acting_as_id === row.actor_id ? null : { id: row.acting_as_id, name: row.acting_as },
      reason: row.reason,
    }));
    return { data, meta: metaOf(page, await countOwnerChanges(tx, contactId)) };
  });
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export const metaOf = ({ page, limit }: Page, total: number): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.max(1, Math.ceil(total / limit)),
});
