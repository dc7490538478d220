import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Identity } from '../../identity.ts';
import { keysFor } from '../../seal.ts';

/** Variant of a file's bytes; of a print, to view it and to save it; of a campaign trigger; of a product; of a corporation; of a training; of a setting; of a user. */
export const VARIANTS = [
  'whole',
  'view',
  'thumb',
  'print',
  'printcopy',
  'trigger',
  'product',
  'corporation',
  'corporationfile',
  'corporationpreview',
  'training',
  'setting',
  'user',
] as const;
export type Variant = (typeof VARIANTS)[number];

/** The session or API key that a link was made for. */
export interface Holder {
  readonly kind: 's' | 'k';
  readonly id: number;
}

export interface Linked {
  readonly accountId: number;
  readonly fileId: number;
  readonly variant: Variant;
  readonly holder: Holder;
}

export const holderOf = ({ sessionId, keyId }: Pick<Identity, 'sessionId' | 'keyId'>): Holder =>
  keyId === undefined ? { kind: 's', id: sessionId } : { kind: 'k', id: keyId };

export interface FileLinks {
  /** Works for 5 to 10 minutes; within 5 minutes it is the same one, so that browsers keep what they have. */
  linkTo(file: Linked, name: string, now: Date): { readonly url: string; readonly expiresAt: Date };
  /** `null`: not made here, changed, or over. */
  read(token: string, now: Date): Linked | null;
}

export const FILES_PATH = '/_files';

const STEP_MS = 5 * 60_000;

/**
 * Addresses of bytes that need no cookie: anyone who has one may read for some minutes, as long as the session or key it
 * was made for is good. Signed with a separate key.
 */
export function createFileLinks(config: Pick<Config, 'secretKeys' | 'dataDir' | 'files'>): FileLinks {
  const keys = keysFor(config).map((key) => Buffer.from(hkdfSync('sha256', key, '', 'links to files', 32)));
  const [first] = keys as [Buffer];
  const sign = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest().subarray(0, 16);
  return {
    linkTo: ({ accountId, fileId, variant, holder }, name, now) => {
      const until = (Math.floor(now.getTime() / STEP_MS) + 2) * STEP_MS;
      const text = [accountId, fileId, variant, `${holder.kind}${holder.id}`, until].join('.');
      const token = `${text}.${sign(text, first).toString('base64url')}`;
      const url = `${config.files.origin ?? ''}${FILES_PATH}/${token}/${encodeURIComponent(name)}`;
      return { url, expiresAt: new Date(until) };
    },
    read: (token, now) => {
      const [, text = '', account, file, variant, kind, holder, until, signature = ''] =
        /^((\d+)\.(\d+)\.([a-z]+)\.([sk])(\d+)\.(\d+))\.([\w-]{22})$/.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const isOurs = given.length === 16 && keys.some((key) => timingSafeEqual(sign(text, key), given));
      if (!isOurs || Number(until) <= now.getTime() || !isVariant(variant)) return null;
      return {
        accountId: Number(account),
        fileId: Number(file),
        variant,
        holder: { kind: kind === 'k' ? 'k' : 's', id: Number(holder) },
      };
    },
  };
}

const isVariant = (text: string | undefined): text is Variant => VARIANTS.some((variant) => variant === text);

const known = new WeakMap<object, FileLinks>();

/** The links of a server, made with the first one: only then its key is read. */
export function linksOf(config: Pick<Config, 'secretKeys' | 'dataDir' | 'files'>): FileLinks {
  const links = known.get(config) ?? createFileLinks(config);
  known.set(config, links);
  return links;
}
