import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type batchPrint,
  MAX_PRINT_LIMIT,
  type PrintJob,
  type PrintPreview,
  type SkippedContact,
  type TemplateFault,
  type WorkersStatus,
} from '#contract/printing.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { countPicked, pick, pickedIds, sealedSelection, sentenceOf } from '../bulk/selection.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import { linesOf } from './draw-letters.ts';
import { readLetter } from './letter-text.ts';
import { openPaper, type Paper } from './paper.ts';
import { piecesOf, textsOf } from './pieces.ts';
import { tellPrint } from './print-events.ts';
import { fileNameOf, type PrintJobRow, toPrint } from './print-job.ts';
import {
  changePrint,
  countPrints,
  findPrints,
  findPrintsBelow,
  findVisiblePrint,
  insertPrint,
  lockPrint,
} from './print-jobs.sql.ts';
import { findRecipients, findSkipped, findWriter, freezeContacts } from './print-rows.sql.ts';
import { readQueue } from './workers.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

export { findRecipients, findWriter } from './print-rows.sql.ts';

type Page = { readonly page: number; readonly limit: number };
type Asked = Body<typeof batchPrint>;

/** @throws {Refusal} `refused` */
function requireFew(count: number): void {
  if (count <= MAX_PRINT_LIMIT) return;
  throw refuseField(
    'selection',
    `You can print up to ${MAX_PRINT_LIMIT} contacts at a time. You selected ${formatCount(count)}.`,
  );
}

/**
 * Previews a print job, by the code that draws it.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible.
 */
export async function previewPrint(deps: Deps, identity: Identity, { selection, print }: Asked): Promise<PrintPreview> {
  const { known, recipients, writer } = await withAccount(deps.pool, identity, async (tx) => {
    const picked = await pick(deps, tx, identity, selection);
    const total = await countPicked(tx, picked);
    const tooMany = total > MAX_PRINT_LIMIT;
    return {
      known: { sentence: await sentenceOf(tx, identity, selection), total, too_many: tooMany },
      recipients: tooMany ? [] : await findRecipients(tx, pickedIds(picked), await seenBy(tx, identity)),
      writer: await findWriter(tx, identity.userId),
    };
  });
  const faults = print.kind === 'letters' ? [...readLetter(print.options).faults] : [];
  // Skipped contacts don't depend on an unreadable letter.
  const drawn =
    faults.length === 0 ? print : ({ kind: 'labels', options: { start_at: 1, per_household: false } } as const);
  const at = deps.now();
  const paper = openPaper({ title: '', author: '', at });
  const work = { print: drawn, recipients, writer, at, missingIn: paper.missingIn };
  await paper.load(textsOf(work));
  const summed = await sumOf(piecesOf(work));
  if (faults.length === 0 && summed.first?.letter) faults.push(...lengthFaults(paper, summed.first.letter.body));
  return { ...known, ...summed, faults, ...(faults.length > 0 && { first: null }) };
}

/** A letter of too many sheets, as a fault. */
function lengthFaults(paper: Paper, body: string): TemplateFault[] {
  try {
    linesOf(paper, body);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [{ field: 'body', message: error.message }];
  }
}

type Sum = Pick<PrintPreview, 'printed' | 'pieces' | 'by_reason' | 'first'>;

async function sumOf(made: ReturnType<typeof piecesOf>): Promise<Sum> {
  const reasons = new Map<PrintPreview['by_reason'][number]['reason'], number>();
  let printed = 0;
  let pieces = 0;
  let first: PrintPreview['first'] = null;
  for (const one of made) {
    // The text of a letter takes milliseconds: other requests get their turn.
    await setImmediate();
    if ('reason' in one) {
      reasons.set(one.reason, (reasons.get(one.reason) ?? 0) + one.positions.length);
      continue;
    }
    printed += one.positions.length;
    pieces += 1;
    const { address, letter } = one.piece;
    first ??= { address: [...address], letter: letter && { ...letter, sender: [...letter.sender] } };
  }
  return { printed, pieces, first, by_reason: [...reasons].map(([reason, contacts]) => ({ reason, contacts })) };
}

/**
 * Queues a print job.
 * @throws {Refusal} `refused` by field when there are too many contacts or the letter has errors, `conflict` for an
 * empty selection, `not_found` for a user or pool of the scope that isn't visible.
 */
export const startPrint = (deps: Deps, caller: Caller, asked: Asked): Promise<PrintJob> =>
  withAccount(deps.pool, caller.identity, (tx) => queuePrint(deps, tx, caller, asked));

/** The same in a transaction of another change. `sentence`: names what is printed, instead of the selection. */
export async function queuePrint(
  deps: Deps,
  tx: Tx,
  { identity, requestId }: Caller,
  { selection, print, sentence }: Asked & { readonly sentence?: string },
): Promise<PrintJob> {
  const [fault] = print.kind === 'letters' ? readLetter(print.options).faults : [];
  if (fault !== undefined) throw refuseField(`print.options.${fault.field}`, fault.message);
  const { accountId, userId, actorId } = identity;
  const picked = await pick(deps, tx, identity, selection);
  const total = await countPicked(tx, picked);
  requireFew(total);
  const fresh = {
    accountId,
    userId,
    actorId,
    print,
    selection: sealedSelection(deps.seal, selection),
    total,
    jid: randomBytes(16).toString('base64url'),
    sentence: sentence ?? (await sentenceOf(tx, identity, selection)),
  };
  const id = await insertPrint(tx, fresh, deps.now());
  // Contacts are added concurrently: the frozen set counts.
  const frozen = await freezeContacts(tx, id, picked);
  requireFew(frozen);
  if (frozen === 0) throw new Refusal('conflict', 'The selection has no contacts.');
  await tx.raw('update print_jobs set total = $2 where id = $1', [id, frozen]);
  await deps.jobs.enqueue(tx, 'printing.run', { accountId, jobId: id }, String(id));
  const detail = { kind: print.kind, contacts: frozen };
  await writeAudit(tx, identity, requestId, {
    action: 'print.asked',
    subjectType: 'print_job',
    subjectId: id,
    detail,
  });
  const job = requirePrint(await findVisiblePrint(tx, { id }, userId));
  await tellPrint(tx, job, 'print.changed');
  return toPrint(job);
}

function requirePrint(row: PrintJobRow | null): PrintJobRow {
  if (row === null) throw new Refusal('not_found', 'Print job not found.');
  return row;
}

/** @throws {Refusal} `not_found` */
export const readPrint = (deps: Deps, identity: Identity, jid: string): Promise<PrintJob> =>
  withAccount(deps.pool, identity, async (tx) =>
    toPrint(requirePrint(await findVisiblePrint(tx, { jid }, identity.userId))),
  );

/** True when a user may follow a print job. */
export const seesPrint = (deps: Pick<Deps, 'pool'>, identity: Identity, id: number): Promise<boolean> =>
  withAccount(deps.pool, identity, async (tx) => (await findVisiblePrint(tx, { id }, identity.userId)) !== null);

const metaOf = ({ page, limit }: Page, total: number): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.ceil(total / limit),
});

export function listPrints(
  deps: Deps,
  identity: Identity,
  { page, limit, running }: Page & { running: boolean },
): Promise<{ data: PrintJob[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const filter = { userId: identity.userId, running };
    const rows = await findPrints(tx, filter, { offset: (page - 1) * limit, limit });
    return { data: rows.map(toPrint), meta: metaOf({ page, limit }, await countPrints(tx, filter)) };
  });
}

/** Running print jobs of a user's downline, newest first, at most 500. */
export const listPrintsBelow = async (tx: Tx, userId: number): Promise<PrintJob[]> =>
  (await findPrintsBelow(tx, userId)).map(toPrint);

/** @throws {Refusal} `not_found` */
export function listSkipped(
  deps: Deps,
  identity: Identity,
  { id, page, limit }: Page & { id: number },
): Promise<{ data: SkippedContact[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const job = requirePrint(await findVisiblePrint(tx, { id }, identity.userId));
    const data = await findSkipped(
      tx,
      { jobId: id, seen: await seenBy(tx, identity) },
      { offset: (page - 1) * limit, limit },
    );
    return { data, meta: metaOf({ page, limit }, job.skipped) };
  });
}

/** @throws {Refusal} `not_found`, `conflict` when it has ended. */
export function cancelPrint(deps: Deps, { identity, requestId }: Caller, id: number): Promise<PrintJob> {
  return withAccount(deps.pool, identity, async (tx) => {
    requirePrint(await findVisiblePrint(tx, { id }, identity.userId));
    const row = requirePrint(await lockPrint(tx, id));
    if (row.status === 'cancelling' || row.status === 'cancelled') return toPrint(row);
    const isQueued = row.status === 'queued';
    if (!isQueued && row.status !== 'working') throw new Refusal('conflict', 'This print job has already ended.');
    const over = isQueued
      ? ({ status: 'cancelled', finished_at: deps.now() } as const)
      : ({ status: 'cancelling' } as const);
    if (!isQueued)
      await deps.jobs.enqueue(tx, 'printing.run', { accountId: identity.accountId, jobId: id }, String(id));
    await writeAudit(tx, identity, requestId, { action: 'print.cancelled', subjectType: 'print_job', subjectId: id });
    const after = await changePrint(tx, id, over);
    await tellPrint(tx, after, 'print.changed');
    return toPrint(after);
  });
}

/** @throws {Refusal} `not_found`, `conflict` without a file, or after it has expired. */
export function linkToPrint(deps: Deps, identity: Identity, id: number) {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requirePrint(await findVisiblePrint(tx, { id }, identity.userId));
    if (row.file_key === null) {
      const text = row.status === 'complete' ? 'The file has expired. Print again.' : 'No file available.';
      throw new Refusal('conflict', text);
    }
    const at = deps.now();
    const holder = holderOf(identity);
    const to = (variant: 'print' | 'printcopy') =>
      linksOf(deps.config).linkTo({ accountId: identity.accountId, fileId: id, variant, holder }, fileNameOf(row), at);
    const view = to('print');
    return { view_url: view.url, save_url: to('printcopy').url, expires_at: view.expiresAt.toISOString() };
  });
}

export const readWorkers = (deps: Deps, identity: Identity): Promise<WorkersStatus> =>
  withAccount(deps.pool, identity, readQueue);
