import {
  type Report,
  type ReportFilter,
  REPORT_KEPT_DAYS,
  type ReportResult,
  reports,
} from '#contract/reports.contract.ts';
import type { Body, Query, Reply } from '#contract/endpoint.ts';
import { REPORT_TYPES } from '#contract/reports/definition.contract.ts';
import { fillDefinition } from '#rules/reports/fill-definition.ts';
import { DIMENSION_WORDS, MEASURE_WORDS } from '#rules/reports/report-words.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import { dayIn } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { inOneTransaction, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { createRow, pageRows, readRow, tellChange, updateRow } from '../../resource/resource.service.ts';
import type { Caller, Stored } from '../../resource/table.ts';
import { cancelable } from './cancelable.ts';
import { type Computed, computeReport, questionOf } from './compute-report.ts';
import { findFacts } from './facts/count-facts.sql.ts';
import * as sql from './reports.sql.ts';
import { REPORTS } from './reports.table.ts';

const unknown = () => new Refusal('not_found', 'Report not found.');

const asReport = (row: Stored): Report => row as unknown as Report;

/** What the list is narrowed by, as its table has it. @throws {Refusal} `refused` */
function narrowedBy(by: ReportFilter | undefined, value: string): Readonly<Record<string, unknown>> {
  if (by === undefined || value === '') return {};
  if (by === 'name') return { q: value };
  if (by === 'type') return { type: value };
  if (!/^\d{1,15}$/.test(value)) throw refuseField('filter_value', 'Choose a user by their ID.');
  return { created_by: Number(value) };
}

export async function listReports(
  deps: Deps,
  identity: Identity,
  { page, limit, filter_by: by, filter_value: value = '' }: Query<typeof reports.list>,
): Promise<Reply<typeof reports.list>> {
  const found = await pageRows(deps, identity, REPORTS, { page, limit, ...narrowedBy(by, value) });
  return {
    ...found,
    data: found.data.map(({ result: _result, schedule: _schedule, ...row }) => asReport(row as Stored)),
  };
}

export const reportTypes = (): Reply<typeof reports.types>['data'] =>
  REPORT_TYPES.map((type) => {
    const { label, about, measures, dimensions } = REPORT_KINDS[type];
    return {
      type,
      label,
      about,
      measures: measures.map((measure) => {
        const { label: name, about: meaning } = MEASURE_WORDS[measure];
        return { measure, label: name, about: meaning };
      }),
      dimensions: dimensions.map((dimension) => ({ dimension, label: DIMENSION_WORDS[dimension] })),
    };
  });

export const listCreators = (deps: Deps, identity: Identity) =>
  withAccount(deps.pool, identity, (tx) => sql.findCreators(tx, REPORTS.visibility.seen(identity)));

export const readReport = async (deps: Deps, identity: Identity, id: number): Promise<Report> =>
  asReport(await readRow(deps, identity, reports, REPORTS, id));

/** @throws {Refusal} `refused` by field. */
export async function createReport(
  deps: Deps,
  caller: Caller,
  { type, name, shared = false, ...written }: Body<typeof reports.create>,
): Promise<Report> {
  const definition = fillDefinition(type, written);
  return asReport(await createRow(deps, caller, reports, REPORTS, { type, name, shared, definition }));
}

/** The stored report with what a change says. */
function changeOf(report: Report, { name, shared, ...written }: Body<typeof reports.refresh>) {
  const definition = fillDefinition(report.type, { ...report.definition, ...written });
  return { ...(name !== undefined && { name }), ...(shared !== undefined && { shared }), definition };
}

/**
 * Computes a report for the current user, after changing it where the body says so.
 * @throws {Refusal} `not_found`, `access_denied` for a change of someone else's, `refused` by field, `unavailable` when it
 * takes too long.
 */
export function refreshReport(
  deps: Deps,
  caller: Caller,
  { id, body, gone }: { readonly id: number; readonly body: Body<typeof reports.refresh>; readonly gone: AbortSignal },
): Promise<Report> {
  const { identity, requestId } = caller;
  return inOneTransaction(deps.pool, identity, async (tx) => {
    const before = await readReport(deps, identity, id);
    const isChange = Object.keys(body).length > 0;
    const report = isChange
      ? asReport(await updateRow(deps, caller, reports, REPORTS, { id, body: changeOf(before, body) }))
      : before;
    const result = await cancelable(deps.pool, tx, gone, () => computeReport(deps, tx, identity, report));
    await sql.saveResult(tx, id, identity.userId, result, deps.now());
    await writeAudit(tx, identity, requestId, {
      action: 'report.refreshed',
      subjectType: 'report',
      subjectId: id,
      detail: { name: report.name, type: report.type },
    });
    await tellChange(tx, identity.accountId, reports, id, [userStream(identity.userId)]);
    return readReport(deps, identity, id);
  });
}

async function note(tx: Tx, deps: Deps, { identity, requestId }: Caller, what: string, row: Stored): Promise<void> {
  await writeAudit(tx, identity, requestId, {
    action: `report.${what}`,
    subjectType: 'report',
    subjectId: row.id,
    detail: { name: row['name'] },
  });
  const streams = await REPORTS.visibility.streams(
    { deps, tx, identity, requestId, about: reports.about, table: REPORTS, body: {} },
    row,
  );
  await tellChange(tx, identity.accountId, reports, row.id, streams);
}

/** Deletes a report, which can be restored. @throws {Refusal} `not_found`, `access_denied`. */
export const removeReport = (deps: Deps, caller: Caller, id: number): Promise<void> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { identity, requestId } = caller;
    const row = await sql.lockReport(tx, id, REPORTS.visibility.seen(identity));
    if (row === null) throw unknown();
    REPORTS.visibility.requireChange?.(
      { deps, tx, identity, requestId, about: reports.about, table: REPORTS, body: {} },
      row,
    );
    await sql.discard(tx, id, deps.now());
    await note(tx, deps, caller, 'deleted', row);
  });

/** Restores a deleted report of the current user. @throws {Refusal} `not_found`. */
export const restoreReport = (deps: Deps, caller: Caller, id: number): Promise<Report> =>
  inOneTransaction(deps.pool, caller.identity, async (tx) => {
    const row = await sql.lockDeleted(tx, id, caller.identity.userId);
    if (row === null)
      throw new Refusal('not_found', `Report not found. Deleted reports are kept for ${REPORT_KEPT_DAYS} days.`);
    await sql.restore(tx, id);
    await note(tx, deps, caller, 'restored', row);
    return readReport(deps, caller.identity, id);
  });

/** The facts behind a number, as it was asked when the report was computed. @throws {Refusal} `not_found`, `conflict`, `refused`. */
export function listRows(
  deps: Deps,
  identity: Identity,
  id: number,
  { measure, key, days: side, page, limit, gone }: Query<typeof reports.rows> & { readonly gone: AbortSignal },
): Promise<Reply<typeof reports.rows>> {
  return inOneTransaction(deps.pool, identity, async (tx) => {
    const { type, result } = await readReport(deps, identity, id);
    if (result === null) throw new Refusal('conflict', 'Refresh the report first.');
    if (!REPORT_KINDS[type].measures.includes(measure)) throw refuseField('measure', "This report doesn't count this.");
    const { zone, definition } = result;
    const days = side === 'now' ? result.days : result.compared;
    const today = dayIn(zone, new Date(result.computed_at));
    const question = await questionOf(deps, tx, identity, { type, definition }, { zone, today, days });
    const wanted = { measure, key: key ?? null, limit, offset: (page - 1) * limit };
    const { rows, total, sum } = await cancelable(deps.pool, tx, gone, () => findFacts(tx, question, wanted));
    const meta = { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) };
    return { data: rows, sum, meta };
  });
}

/** The numbers for a file: the last ones, or new ones where there are none. @throws {Refusal} as `refreshReport`. */
export const numbersOf = (
  deps: Deps,
  identity: Identity,
  id: number,
  gone: AbortSignal,
): Promise<{ report: Report; result: Computed & { readonly computed_at: ReportResult['computed_at'] } }> =>
  inOneTransaction(deps.pool, identity, async (tx) => {
    const report = await readReport(deps, identity, id);
    if (report.result !== null) return { report, result: report.result };
    const result = await cancelable(deps.pool, tx, gone, () => computeReport(deps, tx, identity, report));
    return { report, result: { ...result, computed_at: deps.now().toISOString() } };
  });
