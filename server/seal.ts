import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';

/** Encrypts small secrets at rest (promise P28): AES-256-GCM, with the id of its key in front. */
export interface Seal {
  /** `owner` is bound into it: a value encrypted for one row can't be decrypted in another. */
  seal(text: string, owner: string): Buffer;
  /** @throws when it was sealed with another key or for another owner, or was changed. */
  open(sealed: Buffer, owner: string): string;
  /** Prefix of everything encrypted with the current key. */
  readonly keyId: Buffer;
  /** Tells texts apart without telling them: only with the key can one be guessed. Another key tells another story. */
  fingerprint(text: string, purpose: string): Buffer;
  /** The same by each key, the current one first: for what an earlier key may have told. */
  fingerprints(text: string, purpose: string): Buffer[];
}

/** In the data folder: the key that is made where the settings have none. */
export const KEY_FILE = 'secret.key';

/** Length of the prefix that names the key. */
export const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const idOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);

/** Fingerprint of a text under a key derived for one purpose: equal texts are equal, and it reveals nothing else. */
export const blindIndex = (key: Buffer, purpose: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
    .update(text)
    .digest();

/** The first key seals; the others still open what they have sealed. Each is 32 bytes. */
export function createSeal(keys: readonly [Buffer, ...Buffer[]]): Seal {
  const [key] = keys;
  return {
    keyId: idOf(key),
    fingerprint: (text, purpose) => blindIndex(key, purpose, text),
    fingerprints: (text, purpose) => keys.map((one) => blindIndex(one, purpose, text)),
    seal: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, owner) => {
      const ownKey = keys.find((candidate) => idOf(candidate).equals(sealed.subarray(0, KEY_ID_BYTES)));
      if (ownKey === undefined) throw new Error('The key that sealed this is not among SECRET_KEYS.');
      const body = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(
        'aes-256-gcm',
        ownKey,
        sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES),
      )
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, body));
      return decipher.update(sealed.subarray(body), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Keys from the settings; without any, one that is generated once and kept next to the embedded database. */
export function keysFor({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): [Buffer, ...Buffer[]] {
  const [first, ...rest] = secretKeys;
  return first === undefined ? [ownKey(join(dataDir, KEY_FILE))] : [first, ...rest];
}

export const sealOf = (config: Pick<Config, 'secretKeys' | 'dataDir'>): Seal => createSeal(keysFor(config));

/** Existing keys, for the operator's commands: creates none. */
export function keysOf({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): readonly Buffer[] {
  if (secretKeys.length > 0) return secretKeys;
  const own = readKey(join(dataDir, KEY_FILE));
  return own === null ? [] : [own];
}

/** Several processes may start at the same time: the first one's key wins. */
function ownKey(path: string): Buffer {
  const found = readKey(path);
  if (found !== null) return found;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    linkSync(draft, path);
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = readKey(path);
  if (kept === null) throw new Error(`${path} cannot be kept.`);
  return kept;
}

function readKey(path: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes in base64.`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
