import { fetchTwilioMedia, removeTwilioMedia } from '../../../adapters/voice/twilio-media.ts';
import { outsideAccounts, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { FileRefusal } from '../../files/file-types.ts';
import { addReceivedFile } from '../../files/received-files.ts';
import { keepFile } from '../../files/keep-file.ts';
import { removeUnnamed } from '../../files/spare-bytes.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { tellText } from '../tell-texts.ts';

/** Milliseconds between two looks for pictures to fetch. Ours. */
export const ATTACHMENTS_EVERY_MS = 3_000;
/** Pictures fetched side by side: one that hangs holds up at most a round of these. Ours. */
const MOST = 10;

/** Milliseconds until the second try; each pause is twice the one before. Ours. */
const FIRST_PAUSE_MS = 30_000;
/** Tries at most, over some 17 hours. Ours: the carrier keeps what it has, so later tries would end the same. */
export const MOST_TRIES = 12;

const GONE = "The picture can't be loaded any more.";

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
  /** With this one. */
  readonly tries: number;
}

/**
 * Fetches pictures from the carrier that were never tried, newest first, or those to try again: these are apart, so that
 * what fails holds up nothing new. They pass the checks of every file, and are deleted there once they are kept.
 */
export async function loadAttachments(deps: Deps, which: 'new' | 'again'): Promise<number> {
  if (deps.config.twilio === null) return 0;
  const found = await outsideAccounts<{ account_id: number; attachment_id: number }>(
    deps.pool,
    'select account_id, attachment_id from find_attachments_to_fetch($1, $2, $3)',
    [deps.now(), which === 'again', MOST],
  );
  await Promise.all(found.map(({ account_id: accountId, attachment_id: id }) => attempt(deps, accountId, id)));
  return found.length;
}

/** One try, which is counted before it begins: a picture that ends the process is given up, too. */
async function attempt(deps: Deps, accountId: number, id: number): Promise<void> {
  const wanted = await withAccount(deps.pool, { accountId }, (tx) => claim(tx, id, deps.now()));
  if (wanted === null) return;
  const { text_id: textId, tries } = wanted;
  try {
    if (tries > MOST_TRIES) await fail(deps, accountId, id, textId, GONE);
    else await load(deps, accountId, id, wanted);
  } catch (error) {
    deps.log.warn({ err: error, attachment: id, tries }, 'a picture could not be fetched');
    if (tries >= MOST_TRIES) await fail(deps, accountId, id, textId, GONE);
  }
}

async function load(deps: Deps, accountId: number, id: number, wanted: Loading): Promise<void> {
  const { twilio } = deps.config;
  const { carrier_path: path, contact_id: contactId, text_id: textId, user_id: userId } = wanted;
  if (twilio === null || contactId === null) return;
  const media = await fetchTwilioMedia(twilio, path);
  if (media === null) return fail(deps, accountId, id, textId, GONE);
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
        const description = 'Received by text.';
        const fileId = await addReceivedFile(deps, tx, accountId, { contactId, userId, kept, description });
        await tx.raw(`update text_attachments set state = 'kept', file_id = $2 where id = $1`, [id, fileId]);
        await tellText(tx, accountId, textId);
      });
    } catch (error) {
      await removeUnnamed(deps, kept.fileKey, error);
      throw error;
    }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    await fail(deps, accountId, id, textId, error.message);
    return;
  }
  await removeTwilioMedia(twilio, path);
}

/** Counts a try and says when the next one is due; `null`: another process has it, or it is done. */
async function claim(tx: Tx, id: number, at: Date): Promise<Loading | null> {
  const rows = await tx.raw<Loading>(
    `with tried as (
       update text_attachments
       set tries = tries + 1, next_try_at = $2::timestamptz + $3 * power(2, least(tries, 20)) * interval '1 ms'
       where id = $1 and state = 'loading' and carrier_path is not null and (next_try_at is null or next_try_at <= $2)
       returning text_id, carrier_path, tries)
     select a.text_id, t.contact_id, coalesce(v.user_id, o.user_id) as user_id, a.carrier_path, a.tries
     from tried a join text_messages t on t.id = a.text_id join conversations o on o.id = t.conversation_id
     left join conversations v on v.contact_id = t.contact_id`,
    [id, at, FIRST_PAUSE_MS],
  );
  return rows[0] ?? null;
}

const fail = (deps: Deps, accountId: number, id: number, textId: number, failure: string): Promise<void> =>
  withAccount(deps.pool, { accountId }, async (tx) => {
    await tx.raw(`update text_attachments set state = 'failed', failure = $2 where id = $1`, [id, failure]);
    await tellText(tx, accountId, textId);
  });
