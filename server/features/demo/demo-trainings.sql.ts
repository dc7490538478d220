import { Readable } from 'node:stream';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import { letter } from './demo-papers.ts';

const TRAININGS = [
  { section: 'Getting started', title: 'Your first week', types: [] },
  { section: 'Getting started', title: 'Calling your first lead', types: ['agent', 'basic'] },
  { section: 'Medicare', title: 'Scope of appointment, step by step', types: [] },
  { section: 'Medicare', title: 'What changes on January 1', types: [] },
  { section: 'Leading a team', title: 'Reviewing recorded calls', types: ['admin', 'manager', 'bu_admin'] },
];

/** Trainings in three sections, the first ones with a file; most people have begun with the first one. */
export async function insertDemoTrainings(
  tx: Tx,
  accountId: number,
  { storage, now }: { readonly storage: Storage | null; readonly now: Date },
): Promise<void> {
  for (const [position, { section, title, types }] of TRAININGS.entries()) {
    const paper = storage === null || position > 2 ? null : letter([title, `Section: ${section}`]);
    const key = paper === null ? null : `file-demo-training-${accountId}-${position}`;
    if (storage !== null && paper !== null && key !== null) await storage.save(key, Readable.from([paper]));
    const name = key === null ? null : `${title.toLowerCase().replaceAll(/[^a-z]+/gu, '-')}.pdf`;
    await tx.raw(
      `insert into trainings (account_id, section, title, for_account_types, position, file_key, file_name, file_type, file_bytes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [accountId, section, title, types, position, key, name, key === null ? null : 'pdf', paper?.length ?? null],
    );
  }
  await tx.raw(
    `insert into training_progress (account_id, user_id, training_id, opened_at, done_at)
     select t.account_id, u.id, t.id, $2::timestamptz - (u.id % 9 + 2) * interval '1 day',
       case when u.id % 4 < 2 then $2::timestamptz - (u.id % 9 + 1) * interval '1 day' end
     from trainings t join users u on u.account_id = t.account_id and u.active
     where t.account_id = $1 and t.position = 0 and u.id % 4 < 3`,
    [accountId, now],
  );
}
