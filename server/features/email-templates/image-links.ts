import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { keysFor } from '../../seal.ts';

/** Where mail clients load the images of e-mail; no session, no cookie, only the signed address counts. */
export const EMAIL_IMAGES_PATH = '/_mail/images';

interface LinkedImage {
  readonly accountId: number;
  readonly imageId: number;
}

type Use = Pick<Config, 'secretKeys' | 'dataDir' | 'appUrl' | 'port'>;

const keysOf = (config: Use): Buffer[] =>
  keysFor(config).map((key) => Buffer.from(hkdfSync('sha256', key, '', 'links to images of e-mail', 32)));

const sign = (text: string, key: Buffer): Buffer => createHmac('sha256', key).update(text).digest().subarray(0, 16);

/** It never expires: who kept the mail still sees the image. */
export function emailImageUrl(config: Use, { accountId, imageId }: LinkedImage): string {
  const [key] = keysOf(config) as [Buffer];
  const text = `${accountId}.${imageId}`;
  const origin = config.appUrl ?? `http://localhost:${config.port}`;
  return `${origin}${EMAIL_IMAGES_PATH}/${text}.${sign(text, key).toString('base64url')}`;
}

/** `null`: not made here, or changed. */
export function readEmailImage(config: Use, token: string): LinkedImage | null {
  const [, text = '', account, image, signature = ''] = /^((\d{1,15})\.(\d{1,15}))\.([\w-]{22})$/.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const isOurs = given.length === 16 && keysOf(config).some((key) => timingSafeEqual(sign(text, key), given));
  return isOurs ? { accountId: Number(account), imageId: Number(image) } : null;
}
