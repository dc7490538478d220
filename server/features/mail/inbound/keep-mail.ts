import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MissingFile } from '../../../adapters/storage/storage.ts';
import { outsideAccounts, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { removeSpare, removeUnnamed } from '../../files/spare-bytes.ts';
import { namedIn } from './mail-addresses.ts';
import { findAccountOf } from './mail-events.sql.ts';
import { type RawMail, receiveMail, type Received } from './receive-mail.ts';
import { UnreadableMail } from './read-mail.ts';

/** What becomes of a mail while its server waits. `taken`: a job reads it. */
export type Kept = 'taken' | 'unknown' | 'unreadable';

/** Bytes at the start in which a mail names one of ours: its headers, and those of the mail that a report is about. Ours. */
const NAMED_WITHIN = 512 * 1_024;
/** A header at the start (RFC 5322, 2.2). */
const HEADER = /^[!-9;-~]+[ \t]*:/;

/**
 * Keeps a raw mail for a job to read. Only its start is looked at here: to parse 25 MB takes seconds, for which every other
 * request would wait.
 */
export async function keepMail(deps: Deps, { raw, recipient }: RawMail): Promise<Kept> {
  const { inboundMail } = deps.config;
  if (inboundMail === null) return 'unknown';
  const start = raw.toString('latin1', 0, NAMED_WITHIN);
  if (!HEADER.test(start)) return 'unreadable';
  const [named] = [recipient, start].flatMap((text) => namedIn(deps.seal, inboundMail.domain, text));
  const accountId = named === undefined ? null : await findAccountOf(deps.pool, named.emailId);
  if (accountId === null) return 'unknown';
  const fileKey = `mail-${randomUUID()}`;
  await deps.storage.save(fileKey, Readable.from([raw]));
  try {
    const isNew = await withAccount(deps.pool, { accountId }, (tx) =>
      insert(deps, tx, accountId, { raw, recipient, fileKey }),
    );
    if (!isNew) await removeSpare(deps, fileKey);
    return 'taken';
  } catch (error) {
    await removeUnnamed(deps, fileKey, error);
    throw error;
  }
}

/** False: it waits already. */
async function insert(
  { jobs, now }: Deps,
  tx: Tx,
  accountId: number,
  { raw, recipient, fileKey }: RawMail & { readonly fileKey: string },
): Promise<boolean> {
  const digest = createHash('sha256').update(`${recipient}\n`).update(raw).digest();
  const [row] = await tx.raw<{ id: number }>(
    `insert into received_mails (account_id, digest, recipient, file_key, bytes, received_at)
     values (app_account_id(), $1, $2, $3, $4, $5) on conflict (account_id, digest) do nothing returning id`,
    [digest, recipient, fileKey, raw.length, now()],
  );
  if (row === undefined) return false;
  await jobs.enqueue(tx, 'mail.read', { accountId, receivedId: row.id }, String(row.id));
  return true;
}

interface Row {
  readonly file_key: string;
  readonly recipient: string;
}

/**
 * Reads a kept mail and takes what it says, then removes it. Run again, it changes nothing twice: a report and an answer
 * are known by their ids.
 * @throws {UnreadableMail} for one that can't be parsed: it stays, and is listed among the failed jobs.
 */
export async function readKept(deps: Deps, { accountId, receivedId }: JobData['mail.read']): Promise<Received | null> {
  const [row] = await withAccount(deps.pool, { accountId }, (tx) =>
    tx.raw<Row>('select file_key, recipient from received_mails where id = $1', [receivedId]),
  );
  if (row === undefined) return null;
  const raw = await deps.storage.open(row.file_key).then(buffer, (error: unknown) => {
    if (error instanceof MissingFile) return null;
    throw error;
  });
  // Its bytes are lost, as after a restore of the database alone.
  const result = raw === null ? null : await receiveMail(deps, { raw, recipient: row.recipient });
  if (result === 'unreadable') throw new UnreadableMail("The mail can't be read: its form is broken.");
  if (raw === null) deps.log.warn({ accountId, receivedId }, 'the bytes of a received mail are missing');
  await withAccount(deps.pool, { accountId }, (tx) => tx.raw('delete from received_mails where id = $1', [receivedId]));
  await removeSpare(deps, row.file_key);
  return result;
}

/** Milliseconds after which a kept mail has no job any more. Ours. */
const WAITS_MS = 10 * 60_000;

/** Gives kept mail whose job was lost a job. */
export async function resumeReceived({ pool, jobs, now }: Pick<Deps, 'pool' | 'jobs' | 'now'>): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; id: number }>(
    pool,
    'select account_id, id from find_received_mails($1)',
    [new Date(now().getTime() - WAITS_MS)],
  );
  for (const { account_id: accountId, id: receivedId } of found) {
    await withAccount(pool, { accountId }, (tx) =>
      jobs.resume(tx, 'mail.read', { accountId, receivedId }, String(receivedId)),
    );
  }
}
