import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config.ts';
import { keysFor } from '../../../seal.ts';
import type { TextRow } from '../texts.sql.ts';

/** Where a carrier fetches what a text carries; no session, no cookie, only the signed address counts. */
export const TEXT_MEDIA_PATH = '/_texts/media';

/** Milliseconds for which an address works. Our choice: carriers fetch immediately, and again after a failure. */
const LIVES_MS = 4 * 3_600_000;

export interface LinkedMedia {
  readonly accountId: number;
  readonly attachmentId: number;
}

const keysOf = (config: Pick<Config, 'secretKeys' | 'dataDir'>): Buffer[] =>
  keysFor(config).map((key) => Buffer.from(hkdfSync('sha256', key, '', 'links to media of texts', 32)));

const sign = (text: string, key: Buffer): Buffer => createHmac('sha256', key).update(text).digest().subarray(0, 16);

/** Addresses of the files of a text; none without an address of the installation. */
export function mediaOf(config: Config, { account_id: accountId, attachments }: TextRow, now: Date): string[] {
  const { appUrl } = config;
  if (appUrl === null || attachments.length === 0) return [];
  const [key] = keysOf(config) as [Buffer];
  return attachments.map(({ id }) => {
    const text = [accountId, id, now.getTime() + LIVES_MS].join('.');
    return `${appUrl}${TEXT_MEDIA_PATH}/${text}.${sign(text, key).toString('base64url')}`;
  });
}

/** `null`: not made here, changed, or over. */
export function readMedia(config: Config, token: string, now: Date): LinkedMedia | null {
  const [, text = '', account, attachment, until, signature = ''] =
    /^((\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{22})$/.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const isOurs = given.length === 16 && keysOf(config).some((key) => timingSafeEqual(sign(text, key), given));
  if (!isOurs || Number(until) <= now.getTime()) return null;
  return { accountId: Number(account), attachmentId: Number(attachment) };
}
