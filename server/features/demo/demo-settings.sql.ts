import { Readable } from 'node:stream';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import { letter } from './demo-papers.ts';

const DAY_MS = 86_400_000;

/** Hours of support that changed once, and a handbook where there is a storage. */
export async function insertDemoSettings(
  tx: Tx,
  accountId: number,
  { storage, now }: { storage: Storage | null; now: Date },
): Promise<void> {
  const add = (setting: string, version: number, value: string, days: number, file: readonly unknown[] = []) =>
    tx.raw(
      `insert into setting_changes (account_id, setting, version, value, is_current, changed_by, changed_at, file_key, file_name,
         file_type, file_bytes)
       select $1, $2, $3, to_jsonb($4::text), $5, min(id), $6, $7, $8, $9, $10 from users where account_id = $1 and 'admin' = any(roles)`,
      [
        accountId,
        setting,
        version,
        value,
        setting !== 'support_hours' || version === 2,
        new Date(now.getTime() - days * DAY_MS),
        ...(file.length === 0 ? [null, null, null, null] : file),
      ],
    );
  await add('support_hours', 1, 'Monday to Friday, 8:00 AM to 5:00 PM Central', 41);
  await add('support_hours', 2, 'Monday to Friday, 8:00 AM to 8:00 PM Central', 6);
  if (storage === null) return;
  const paper = letter(['Agency handbook', 'How we work with clients, step by step.']);
  const key = `file-demo-handbook-${accountId}`;
  await storage.save(key, Readable.from([paper]));
  await add('handbook', 1, 'Agency handbook', 20, [key, 'handbook.pdf', 'pdf', paper.length]);
}
