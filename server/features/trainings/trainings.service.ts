import {
  MAX_TRAINING_FILE_BYTES,
  type MyTraining,
  type Training,
  TRAINING_FILE_TYPES,
  TRAINING_KEPT_DAYS,
  trainings,
} from '#contract/trainings.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { accountStream, userStream } from '../../events.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { createRow, tellChange, updateRow } from '../../resource/resource.service.ts';
import type { Caller, Stored, Values } from '../../resource/table.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import { saveWithFile } from '../files/save-with-file.ts';
import { metaOf } from '../timeline/timeline.service.ts';
import * as sql from './trainings.sql.ts';
import { TRAININGS } from './trainings.table.ts';

interface Written {
  readonly body: Values;
  readonly file: IncomingFile | null;
}

interface Files {
  readonly id: number;
  readonly file_name?: unknown;
  readonly file_bytes?: unknown;
}

const unknown = () => new Refusal('not_found', 'Training not found.');

/** The file of a row, with an address for some minutes. */
function fileOf(deps: Deps, identity: Identity, { id, file_name: name, file_bytes: bytes }: Files): Training['file'] {
  if (typeof name !== 'string') return null;
  const linked = {
    accountId: identity.accountId,
    fileId: id,
    variant: 'training',
    holder: holderOf(identity),
  } as const;
  return { name, bytes: Number(bytes), url: linksOf(deps.config).linkTo(linked, name, deps.now()).url };
}

/** A row as the contract has it. */
export function trainingOf(deps: Deps, identity: Identity, row: Stored): Training {
  const { file_name: _name, file_bytes: _bytes, ...training } = row;
  return { ...training, file: fileOf(deps, identity, row) } as unknown as Training;
}

const keep = (deps: Deps, file: IncomingFile) =>
  keepCheckedFile(deps, file, {
    maxBytes: MAX_TRAINING_FILE_BYTES,
    types: TRAINING_FILE_TYPES,
    others: 'Choose a PDF, an image, a text or an audio file.',
  });

/** @throws {Refusal} `refused` by field. */
export async function createTraining(deps: Deps, caller: Caller, { body, file }: Written): Promise<Stored> {
  const kept = file === null ? null : await keep(deps, file);
  return saveWithFile(deps, TRAININGS, kept, (table, columns) =>
    createRow(deps, caller, trainings, table, { ...body, ...columns }),
  );
}

/** @throws {Refusal} `not_found`, `refused` by field. */
export async function updateTraining(
  deps: Deps,
  caller: Caller,
  id: number,
  { body: { remove_file: isRemoved, ...body }, file }: Written,
): Promise<Stored> {
  const kept = file === null ? (isRemoved === true ? 'removed' : null) : await keep(deps, file);
  return saveWithFile(deps, TRAININGS, kept, (table, columns) =>
    updateRow(deps, caller, trainings, table, { id, body: { ...body, ...columns } }),
  );
}

export const listSections = (deps: Deps, identity: Identity) =>
  withAccount(deps.pool, identity, (tx) => sql.findSections(tx));

/** Leaves an audit row of each training, and tells the pages that show trainings. */
async function note(
  tx: Tx,
  { identity, requestId }: Caller,
  what: string,
  rows: readonly { id: number; title?: string }[],
) {
  for (const { id, title: name } of rows) {
    const detail = name === undefined ? {} : { name };
    await writeAudit(tx, identity, requestId, {
      action: `training.${what}`,
      subjectType: 'training',
      subjectId: id,
      detail,
    });
  }
  await tellChange(tx, identity.accountId, trainings, rows[0]?.id ?? 0, [accountStream(identity.accountId)]);
}

/** Deletes a training, which can be restored. @throws {Refusal} `not_found`. */
export const removeTraining = (deps: Deps, caller: Caller, id: number): Promise<void> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    await sql.lockOrder(tx);
    const found = await sql.lockSection(tx, id);
    const row = found?.rows.find((one) => one.id === id);
    if (row === undefined) throw unknown();
    await sql.discard(tx, [id], deps.now());
    await note(tx, caller, 'deleted', [row]);
  });

/** Deletes all trainings of the section that a training is in. @throws {Refusal} `not_found`. */
export const removeSection = (deps: Deps, caller: Caller, id: number): Promise<sql.Section> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    await sql.lockOrder(tx);
    const found = await sql.lockSection(tx, id);
    if (found === null) throw unknown();
    const ids = found.rows.map((row) => row.id);
    await sql.discard(tx, ids, deps.now());
    await note(tx, caller, 'section_deleted', found.rows);
    return { section: found.section, ids };
  });

/** Restores deleted trainings, all or none. @throws {Refusal} `not_found`, `conflict` with a title that is taken by now. */
export const restoreTrainings = (deps: Deps, caller: Caller, ids: readonly number[]): Promise<void> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    await sql.lockOrder(tx);
    await sql.lockTitles(tx);
    const rows = await sql.lockDeleted(tx, ids);
    if (rows.length < new Set(ids).size)
      throw new Refusal('not_found', `Training not found. Deleted trainings are kept for ${TRAINING_KEPT_DAYS} days.`);
    const [taken] = await sql.findTakenTitles(tx, ids);
    if (taken !== undefined)
      throw new Refusal('conflict', `Another training has the title “${taken.title}” now. Rename it first.`);
    await sql.putBack(tx, ids);
    await note(tx, caller, 'restored', rows);
  });

/** Gives trainings the places that they have among each other, in this order. @throws {Refusal} `refused` for an unknown one. */
export const placeTrainings = (deps: Deps, caller: Caller, ids: readonly number[]): Promise<void> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    await sql.lockOrder(tx);
    const asked = [...new Set(ids)];
    const rows = await sql.lockTrainings(tx, asked);
    if (rows.length < asked.length) throw refuseField('ids', 'A training is gone. Reload the page.');
    await sql.place(tx, asked);
    await note(
      tx,
      caller,
      'placed',
      asked.slice(0, 1).map((id) => ({ id })),
    );
  });

const ownOf = (deps: Deps, identity: Identity, row: sql.OwnRow): MyTraining => ({
  id: row.id,
  section: row.section,
  title: row.title,
  corporation: row.corporation,
  file: fileOf(deps, identity, row),
  opened_at: row.opened_at?.toISOString() ?? null,
  done_at: row.done_at?.toISOString() ?? null,
});

/** The people whom a training is for, as far as the caller sees people. @throws {Refusal} `not_found`. */
export const listPeople = (
  deps: Deps,
  identity: Identity,
  id: number,
  { page, limit }: Query<typeof trainings.people>,
): Promise<Reply<typeof trainings.people>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { total, done } = (await sql.countLearners(tx, identity, id)) ?? {};
    if (total === undefined || done === undefined) throw unknown();
    const rows = await sql.findLearners(tx, identity, id, { limit, offset: (page - 1) * limit });
    const data = rows.map(({ opened_at: opened, done_at: ended, ...person }) => ({
      ...person,
      opened_at: opened?.toISOString() ?? null,
      done_at: ended?.toISOString() ?? null,
    }));
    return { data, meta: { ...metaOf({ page, limit }, total), done } };
  });

/** Trainings for the current user, with their progress. */
export const listOwn = (deps: Deps, identity: Identity): Promise<MyTraining[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    (await sql.findOwn(tx, identity, null)).map((row) => ownOf(deps, identity, row)),
  );

/** Records that the current user opened a training, or whether it is done. @throws {Refusal} `not_found` for one that isn't for them. */
export const recordProgress = (
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  done: boolean | undefined,
): Promise<MyTraining> =>
  withAccount(deps.pool, identity, async (tx) => {
    const [before] = await sql.findOwn(tx, identity, id);
    if (before === undefined) throw unknown();
    const isSame = before.opened_at !== null && (done === undefined || done === (before.done_at !== null));
    if (isSame) return ownOf(deps, identity, before);
    await sql.saveProgress(tx, identity.userId, id, { done, now: deps.now() });
    const detail = { done: done ?? before.done_at !== null };
    await writeAudit(tx, identity, requestId, {
      action: 'training.progressed',
      subjectType: 'training',
      subjectId: id,
      detail,
    });
    await tellChange(tx, identity.accountId, trainings, id, [userStream(identity.userId)]);
    const [after] = await sql.findOwn(tx, identity, id);
    return ownOf(deps, identity, after ?? before);
  });
