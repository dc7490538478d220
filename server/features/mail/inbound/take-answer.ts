import { Readable } from 'node:stream';
import { SUBJECT_MAX } from '#contract/timeline/emails.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { readAuthentication } from '#rules/emails/sender-verified.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { emitContactsChanged } from '../../contacts/contact-events.ts';
import { touchContact } from '../../contacts/contacts.service.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { FileRefusal } from '../../files/file-types.ts';
import { keepFile, type KeptFile } from '../../files/keep-file.ts';
import { addReceivedFile } from '../../files/received-files.ts';
import { removeUnnamed } from '../../files/spare-bytes.ts';
import { tellLines } from '../../messages/tell-lines.ts';
import { simpleHtml } from '../../timeline/simple-html.ts';
import { findEmail } from './mail-events.sql.ts';
import { findAnswer, insertAnswer, noteFiles } from './mail-answers.sql.ts';
import type { IncomingMail, MailedFile } from './read-mail.ts';
import { tellAnswer } from './tell-answer.ts';

/** Characters of an answer, and its files, at most. Ours. */
const BODY_MAX = 100_000;
const MOST_FILES = 20;

type Outcome = 'answer' | 'repeated' | 'unknown';

/**
 * Takes the answer to an e-mail, once: it becomes an e-mail of the contact, with its files among theirs, and tells who
 * wrote to them.
 */
export async function takeAnswer(deps: Deps, accountId: number, emailId: number, mail: IncomingMail): Promise<Outcome> {
  const isThere = await withAccount(deps.pool, { accountId }, (tx) => findAnswer(tx, mail.id));
  if (isThere) return 'repeated';
  const { kept, refused } = await keepFiles(deps, mail.files);
  try {
    return await withAccount(deps.pool, { accountId }, (tx) =>
      take(deps, tx, { accountId, emailId, mail, kept, refused }),
    );
  } finally {
    // Those that no row names: it came again, or there was no room.
    for (const { fileKey } of kept) await removeUnnamed(deps, fileKey, null);
  }
}

/** Files that pass the checks of every upload, and why the others don't. */
async function keepFiles({ storage }: Deps, files: readonly MailedFile[]) {
  const kept: KeptFile[] = [];
  const refused: string[] = [];
  for (const { name, bytes } of files.slice(0, MOST_FILES)) {
    try {
      const stream = Readable.from([bytes]);
      kept.push(await keepFile(storage, { fileName: name, stream, truncated: () => false }));
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
      refused.push(`${name}: ${error.message}`);
    }
  }
  const left = files.length - MOST_FILES;
  if (left > 0) refused.push(`${formatCounted(left, 'more file', 'more files')}: only ${MOST_FILES} are kept.`);
  return { kept, refused };
}

interface Taking {
  readonly accountId: number;
  readonly emailId: number;
  readonly mail: IncomingMail;
  readonly kept: readonly KeptFile[];
  readonly refused: readonly string[];
}

async function take(deps: Deps, tx: Tx, { accountId, emailId, mail, kept, refused }: Taking): Promise<Outcome> {
  const email = await findEmail(tx, emailId);
  if (email === null) return 'unknown';
  const { contact_id: contactId, user_id: userId } = email;
  await lockContacts(tx, [contactId]);
  const at = deps.now();
  const said = wordsOf(mail);
  const by = { contactId, userId, actorId: email.actor_id, address: mail.from.address, messageRef: mail.id };
  const proof = readAuthentication(mail.authentication, deps.config.inboundMail?.domain ?? '', mail.from.address);
  const id = await insertAnswer(tx, { ...by, ...said, ...proof, answersId: emailId, at });
  if (id === null) return 'repeated';
  const reasons = [...refused];
  for (const file of kept) {
    try {
      await addReceivedFile(deps, tx, accountId, { contactId, userId, kept: file, description: 'Received by e-mail.' });
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
      reasons.push(`${file.name}: ${error.message}`);
    }
  }
  if (reasons.length > 0) await noteFiles(tx, id, `Not kept: ${reasons.join(' ')}`);
  await emitContactsChanged(tx, accountId, await touchContact(tx, contactId, at));
  await tellLines(tx, accountId, contactId, { newAt: at, isUnread: !mail.isAutomatic });
  if (!mail.isAutomatic) await tellAnswer(tx, accountId, { contactId, emailId: id, subject: said.subject });
  return 'answer';
}

/** As the product shows it: no markup that a reader of the log could run. */
function wordsOf({ subject, text, html }: IncomingMail): { subject: string; body: string; html: string | null } {
  const simple = html === null ? null : simpleHtml(html.slice(0, BODY_MAX));
  const body = cleanText(text).slice(0, BODY_MAX) || (simple?.text ?? '');
  return { subject: cleanLine(subject).slice(0, SUBJECT_MAX) || '(No subject)', body, html: simple?.html ?? null };
}
