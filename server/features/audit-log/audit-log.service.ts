import {
  AUDIT_DAYS,
  type AuditEntry,
  type downloadAuditEntries,
  type listAuditEntries,
  MAX_AUDIT_DAYS,
} from '#contract/audit-log.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { actionTitle } from '#rules/audit/action-words.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import type { Identity } from '../../identity.ts';
import { periodOf } from '../profile/own-day.ts';
import * as sql from './audit-log.sql.ts';
import { detailLine } from './detail-line.ts';

type Use = Pick<Deps, 'pool' | 'now'>;
type Asked = Query<typeof downloadAuditEntries>;

async function filterOf(
  deps: Use,
  tx: Tx,
  { userId }: Identity,
  { area, q, ...days }: Asked,
): Promise<sql.EntryFilter> {
  const period = await periodOf(deps, tx, userId, days, { days: AUDIT_DAYS, most: MAX_AUDIT_DAYS });
  return { ...period, area: area ?? null, q: q ?? '' };
}

async function entriesOf(tx: Tx, rows: readonly sql.EntryRow[]): Promise<AuditEntry[]> {
  const subjects = rows.flatMap(({ subject_type: type, subject_id: id }) =>
    type === 'user' && id !== null ? [id] : [],
  );
  const people = rows.flatMap(({ actor_id: actor, acting_as_id: user }) => [actor, user]);
  const names = await sql.findNames(tx, [...people, ...subjects]);
  const person = (id: number) => ({ id, name: names.get(id) ?? '' });
  return rows.map(({ contact_name: contact, detail, ...row }) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: person(row.actor_id),
    acting_as: row.actor_id === row.acting_as_id ? null : person(row.acting_as_id),
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    contact_number: row.contact_number,
    subject_name: (row.subject_type === 'user' ? names.get(row.subject_id ?? 0) : contact) ?? '',
    detail: detailLine(detail),
    request_id: row.request_id,
  }));
}

/** @throws {Refusal} `refused` under `from` for a range that ends before it begins, or is too long. */
export const listEntries = (
  deps: Use,
  identity: Identity,
  { page, limit, ...asked }: Query<typeof listAuditEntries>,
): Promise<Reply<typeof listAuditEntries>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const filter = await filterOf(deps, tx, identity, asked);
    const rows = await sql.findEntries(tx, filter, { limit, offset: (page - 1) * limit });
    const total = await sql.countEntries(tx, filter);
    return {
      data: await entriesOf(tx, rows),
      period: { from: filter.from, to: filter.to },
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

const HEAD = ['Time', 'By', 'As', 'Action', 'About', 'Number', 'Name', 'Detail', 'Request id'];

/** The entries as lines of a CSV file, newest first. @throws {Refusal} as `listEntries`. */
export const entryLines = (deps: Use, identity: Identity, asked: Asked): Promise<CsvLines> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = await sql.findEntries(tx, await filterOf(deps, tx, identity, asked), {
      limit: MAX_CSV_LINES,
      offset: 0,
    });
    const lines = (await entriesOf(tx, rows)).map((entry) => [
      entry.at,
      entry.actor.name,
      entry.acting_as?.name ?? '',
      actionTitle(entry.action),
      entry.subject_type.replaceAll('_', ' '),
      entry.subject_id === null ? '' : String(entry.subject_id),
      entry.subject_name,
      entry.detail,
      entry.request_id,
    ]);
    return [HEAD, ...lines];
  });
