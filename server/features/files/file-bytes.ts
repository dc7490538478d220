import type { FastifyInstance, FastifyReply } from 'fastify';
import { SESSION_IDLE_MIN } from '#contract/session.contract.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { findTriggerBytes } from '../campaign-triggers/trigger-bytes.ts';
import { findCorporationBytes } from '../corporations/corporation-bytes.ts';
import { findUserFileBytes } from '../profile/user-file-bytes.ts';
import { findPrintBytes } from '../printing/print-bytes.ts';
import { findProductBytes } from '../store/product-bytes.ts';
import { findSettingBytes } from '../settings/setting-bytes.ts';
import { findTrainingBytes } from '../trainings/training-bytes.ts';
import { FILES_PATH, type Holder, type Linked, linksOf } from './file-links.ts';
import { TYPES } from './file-types.ts';
import { findFile } from './files.sql.ts';

/** Nothing in it may run, load, be framed, or pose as another type; it has its own origin. */
const SEALED = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Browsers' viewers do not work in a sandbox: a PDF opens in its own tab, without any script of ours. */
const VIEWED = "script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CACHE = 'private, max-age=300, immutable';

/** Target of an address. */
export interface LinkedBytes {
  readonly name: string;
  readonly mime: string;
  readonly key: string;
  /** `null`: made of a file for a page, and always sent whole. */
  readonly bytes: number | null;
  /** Displayed in its own tab; otherwise saved. */
  readonly isPage: boolean;
}

/** Serves the bytes of files to anyone with their address. Reads no cookie. */
export function serveFileBytes(app: FastifyInstance, deps: Deps): void {
  const host = deps.config.files.origin === null ? null : new URL(deps.config.files.origin).host;
  app.get<{ Params: { token: string; name: string } }>(`${FILES_PATH}/:token/:name`, async (request, reply) => {
    const linked = linksOf(deps.config).read(request.params.token, deps.now());
    if (linked === null || (host !== null && request.host !== host)) return reply.callNotFound();
    const found = await withAccount(deps.pool, linked, async (tx) =>
      (await isHolderLive(tx, linked.holder, request.ip, deps.now())) ? findBytes(tx, linked) : null,
    );
    return found === null
      ? reply.callNotFound()
      : sendBytes(deps, reply.header('cache-control', CACHE), found, request.headers.range);
  });
}

/** True while the session a link was made for lasts, or its key isn't revoked. */
async function isHolderLive(tx: Tx, { kind, id }: Holder, address: string, now: Date): Promise<boolean> {
  const found =
    kind === 's'
      ? await tx.raw('select from live_sessions(array[$1::bigint], array[$2::inet], $3, $4)', [
          id,
          address,
          now,
          SESSION_IDLE_MIN,
        ])
      : await tx.raw(
          `select from api_keys k join users u on u.id = k.user_id
           where k.id = $1 and k.revoked_at is null and k.paused_at is null and u.active`,
          [id],
        );
  return found.length > 0;
}

async function findBytes(tx: Tx, { fileId, variant }: Linked): Promise<LinkedBytes | null> {
  if (variant === 'print' || variant === 'printcopy') return findPrintBytes(tx, fileId, variant === 'print');
  if (variant === 'trigger') return findTriggerBytes(tx, fileId);
  if (variant === 'product') return findProductBytes(tx, fileId);
  if (variant === 'corporation' || variant === 'corporationfile' || variant === 'corporationpreview')
    return findCorporationBytes(tx, variant, fileId);
  if (variant === 'training') return findTrainingBytes(tx, fileId);
  if (variant === 'setting') return findSettingBytes(tx, fileId);
  if (variant === 'user') return findUserFileBytes(tx, fileId);
  const file = await findFile(tx, fileId);
  if (file === null || file.state !== 'ready' || file.deleted_at !== null) return null;
  const { mime, look } = TYPES[file.type];
  const common = { name: file.name, isPage: look === 'page' && variant === 'view' };
  const made = variant === 'view' ? file.view_key : variant === 'thumb' ? file.thumb_key : null;
  return made === null
    ? { ...common, mime, key: file.file_key, bytes: file.bytes }
    : { ...common, mime: 'image/webp', key: made, bytes: null };
}

/** Sends bytes as what they are, so that a browser runs nothing in them. */
export async function sendBytes(
  { storage, config }: Deps,
  reply: FastifyReply,
  { name, mime, key, bytes, isPage }: LinkedBytes,
  range: string | undefined,
) {
  void reply
    .header('content-security-policy', isPage ? VIEWED : SEALED)
    .header('content-disposition', `${isPage ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(name)}`)
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-resource-policy', config.files.origin === null ? 'same-origin' : 'cross-origin')
    .type(mime);
  if (bytes === null) return reply.send(await storage.open(key));

  void reply.header('accept-ranges', 'bytes');
  const part = rangeOf(range, bytes);
  if (part === null) return reply.header('content-length', bytes).send(await storage.open(key));
  if (part === 'none') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${bytes}`)
    .header('content-length', part.end - part.start + 1)
    .send(await storage.open(key, part));
}

const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Players ask for parts. `null`: the whole file. Source: RFC 9110, section 14. */
export function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end || start >= bytes ? 'none' : { start, end };
}
