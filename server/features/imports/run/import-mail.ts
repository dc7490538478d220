import { brandOf } from '#brands/brand.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Mail } from '../../../adapters/mail/mail.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { type AttemptRow, toAttempt } from '../attempt.ts';
import { findRunnerEmail } from '../imports.sql.ts';

/**
 * Milliseconds after which the end of an import is e-mailed. Our choice: after a minute, the user is doing something
 * else.
 */
export const IMPORT_MAIL_AFTER_MS = 60_000;

/** E-mail at the end of an import: after a failure, and after a long one. `null`: none. */
export function mailOfImport(attempt: ImportAttempt, to: string, brandName: string): Mail | null {
  const { status, file_name: file, counts, unread_rows: unread, done_rows: done, failure, id } = attempt;
  const parts = [
    `${formatCount(counts.created)} created`,
    `${formatCount(counts.updated)} updated`,
    `${formatCount(counts.skipped)} skipped`,
    `${formatCount(counts.problems)} problems`,
  ].join(', ');
  const without = `${unread === 1 ? '1 row was' : `${formatCount(unread)} rows were`} imported without cells that can't be read`;
  const sum = unread === 0 ? parts : `${parts}. ${without}`;
  const open = `Open it in ${brandName} under Imports, number ${id}.`;
  if (status === 'failed') {
    const kept =
      done === 0 ? 'Nothing was imported.' : `${formatCount(done)} rows were processed before it failed: ${sum}.`;
    return {
      to,
      subject: `${file} wasn't imported`,
      text: `${failure ?? 'The import failed.'}\n\n${kept}\n${open}\n`,
    };
  }
  if (status !== 'done' || attempt.active_ms < IMPORT_MAIL_AFTER_MS) return null;
  return { to, subject: `${file} imported: ${formatCount(done)} rows`, text: `${sum}.\n\n${open}\n` };
}

/** Mails who runs the import what its end was, in the transaction of that end. */
export async function tellByMail(
  { config, mailer }: Pick<Deps, 'config' | 'mailer'>,
  tx: Tx,
  row: AttemptRow,
): Promise<void> {
  const mail = mailOfImport(toAttempt(row), await findRunnerEmail(tx, row.user_id), brandOf(config.brand).name);
  if (mail !== null) await mailer.send(tx, row.account_id, mail);
}
