import type { Config } from '../../config.ts';
import type { Seal } from '../../seal.ts';

/** Where a person signs: no session and no cookie, only the sealed address counts. */
export const SIGN_PATH = '/soa';

const OWNER = 'scope of appointment';

export interface SoaLink {
  readonly accountId: number;
  readonly id: number;
}

/** The unguessable part of a link. Each has another text, and all of one request lead to it. */
export const soaToken = (seal: Seal, { accountId, id }: SoaLink): string =>
  seal.seal(`${accountId}.${id}`, OWNER).toString('base64url');

/** `null`: not made here, or changed. */
export function readSoaToken(seal: Seal, token: string): SoaLink | null {
  try {
    const [accountId, id] = seal.open(Buffer.from(token, 'base64url'), OWNER).split('.').map(Number);
    return accountId === undefined || id === undefined ? null : { accountId, id };
  } catch {
    return null;
  }
}

/** A message that leaves has a public address (`mailFaults`); one that stays inside is read on this machine. */
export const soaLink = (
  { seal, config }: { readonly seal: Seal; readonly config: Pick<Config, 'appUrl' | 'port'> },
  about: SoaLink,
): string => `${config.appUrl ?? `http://localhost:${config.port}`}${SIGN_PATH}/${soaToken(seal, about)}`;
