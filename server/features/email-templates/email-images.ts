import type { FastifyInstance } from 'fastify';
import {
  EMAIL_IMAGE_TYPES,
  type EmailImage,
  MAX_EMAIL_IMAGE_BYTES,
} from '#contract/email-templates/blocks.contract.ts';
import type { FileType } from '#contract/files.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { addressOf, networkOf } from '../../http/client-address.ts';
import type { Caller } from '../../resource/table.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import { TYPES } from '../files/file-types.ts';
import type { KeptFile } from '../files/keep-file.ts';
import { removeUnnamed } from '../files/spare-bytes.ts';
import { EMAIL_IMAGES_PATH, emailImageUrl, readEmailImage } from './image-links.ts';
import { sizeOfImage } from './image-size.ts';

/** Bytes at the start of an image within which it states its size. Ours: color profiles come first. */
const HEAD_BYTES = 256 * 1_024;

/**
 * Stores a checked image and answers its public address.
 * @throws {Refusal} `refused` under `file`.
 */
export async function addEmailImage(deps: Deps, caller: Caller, file: IncomingFile): Promise<EmailImage> {
  const kept = await keepCheckedFile(deps, file, {
    maxBytes: MAX_EMAIL_IMAGE_BYTES,
    types: EMAIL_IMAGE_TYPES,
    others: 'Mail clients show PNG, JPEG and GIF images. Save it as one of these.',
  });
  try {
    const size = await readSize(deps, kept);
    return await withAccount(deps.pool, caller.identity, (tx) => insert(deps, tx, caller, { ...kept, ...size }));
  } catch (error) {
    await removeUnnamed(deps, kept.fileKey, error);
    throw error;
  }
}

async function readSize({ storage }: Deps, { fileKey, bytes }: KeptFile) {
  const parts: Buffer[] = [];
  const head = await storage.open(fileKey, { start: 0, end: Math.min(bytes, HEAD_BYTES) - 1 });
  for await (const part of head as AsyncIterable<Buffer>) parts.push(part);
  const size = sizeOfImage(Buffer.concat(parts));
  if (size === null) throw refuseField('file', "Couldn't read the size of the image. Save it again.");
  return size;
}

async function insert(
  deps: Deps,
  tx: Tx,
  { identity, requestId }: Caller,
  { fileKey, name, type, bytes, width, height }: KeptFile & { width: number; height: number },
): Promise<EmailImage> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into email_images (account_id, user_id, file_key, file_name, file_type, file_bytes, width, height, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [identity.userId, fileKey, name, type, bytes, width, height, deps.now()],
  );
  const imageId = row?.id ?? 0;
  await writeAudit(tx, identity, requestId, {
    action: 'email_template.imageAdded',
    subjectType: 'email_image',
    subjectId: imageId,
    detail: { name },
  });
  return { url: emailImageUrl(deps.config, { accountId: identity.accountId, imageId }), name, width, height };
}

interface Row {
  readonly file_key: string;
  readonly file_type: FileType;
  readonly file_bytes: number;
}

/** Serves images to mail clients and their proxies. Reads no cookie. */
export function serveEmailImages(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { token: string } }>(`${EMAIL_IMAGES_PATH}/:token`, async (request, reply) => {
    const linked = readEmailImage(deps.config, request.params.token);
    if (linked === null) {
      // A good address isn't counted: one proxy of a mail provider loads it for thousands of readers.
      app.limiter.count('read', networkOf(addressOf(request)));
      return reply.callNotFound();
    }
    const [found] = await withAccount(deps.pool, linked, (tx) =>
      tx.raw<Row>('select file_key, file_type, file_bytes from email_images where id = $1', [linked.imageId]),
    );
    if (found === undefined) return reply.callNotFound();
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-length', found.file_bytes)
      .type(TYPES[found.file_type].mime)
      .send(await deps.storage.open(found.file_key));
  });
}
