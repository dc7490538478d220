import { fetchTwilioMedia, removeTwilioMedia } from '../../adapters/twilio-media.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { FileRefusal } from '../files/file-types.ts';
import { addReceivedFile } from '../files/received-files.ts';
import { keepFile } from '../files/keep-file.ts';
import { removeUnnamed } from '../files/spare-bytes.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { tellText } from './tell-texts.ts';

/** Milliseconds between two looks for pictures to fetch. Ours. */
export const ATTACHMENTS_EVERY_MS = 3_000;
const MOST = 50;

/** Names of the kinds that carriers bring, as the files of contacts have them. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'text/plain': 'txt',
  'text/csv': 'csv',
};

interface Loading {
  readonly text_id: number;
  readonly contact_id: number | null;
  readonly user_id: number;
  readonly carrier_path: string;
}

/** Fetches pictures from the carrier. They pass the checks of every file, and are deleted there once they are kept. */
export async function loadAttachments(deps: Deps): Promise<number> {
  if (deps.config.twilio === null) return 0;
  const found = await outsideAccounts<{ account_id: number; attachment_id: number }>(
    deps.pool,
    'select account_id, attachment_id from find_loading_attachments($1)',
    [MOST],
  );
  for (const { account_id: accountId, attachment_id: id } of found) {
    // One that fails is fetched again; the others do not wait for it.
    await load(deps, accountId, id).catch((error: unknown) => deps.log.warn({ err: error }, 'a picture waits'));
  }
  return found.length;
}

async function load(deps: Deps, accountId: number, id: number): Promise<void> {
  const { twilio } = deps.config;
  const wanted = await withAccount(deps.pool, { accountId }, (tx) => find(tx, id));
  if (twilio === null || wanted === null || wanted.contact_id === null) return;
  const { carrier_path: path, contact_id: contactId, text_id: textId, user_id: userId } = wanted;
  const media = await fetchTwilioMedia(twilio, path);
  if (media === null) return fail(deps, accountId, id, textId, 'The carrier has it no more.');
  const ending = ENDINGS[media.mime];
  if (ending === undefined) {
    media.stream.destroy();
    return fail(deps, accountId, id, textId, 'Files of this type are not taken.');
  }
  try {
    const fileName = `text-${textId}-${id}.${ending}`;
    const kept = await keepFile(deps.storage, { fileName, stream: media.stream, truncated: () => false });
    try {
      await withAccount(deps.pool, { accountId }, async (tx) => {
        await lockContacts(tx, [contactId]);
        const fileId = await addReceivedFile(deps, tx, accountId, { contactId, userId, kept });
        await tx.raw(`update text_attachments set state = 'kept', file_id = $2 where id = $1`, [id, fileId]);
        await tellText(tx, accountId, textId);
      });
    } catch (error) {
      await removeUnnamed(deps, kept.fileKey, error);
      throw error;
    }
    await removeTwilioMedia(twilio, path);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    await fail(deps, accountId, id, textId, error.message);
  }
}

async function find(tx: Tx, id: number): Promise<Loading | null> {
  const rows = await tx.raw<Loading>(
    `select a.text_id, t.contact_id, coalesce(v.user_id, o.user_id) as user_id, a.carrier_path
     from text_attachments a join text_messages t on t.id = a.text_id join conversations o on o.id = t.conversation_id
     left join conversations v on v.contact_id = t.contact_id
     where a.id = $1 and a.state = 'loading' and a.carrier_path is not null`,
    [id],
  );
  return rows[0] ?? null;
}

const fail = (deps: Deps, accountId: number, id: number, textId: number, failure: string): Promise<void> =>
  withAccount(deps.pool, { accountId }, async (tx) => {
    await tx.raw(`update text_attachments set state = 'failed', failure = $2 where id = $1`, [id, failure]);
    await tellText(tx, accountId, textId);
  });
