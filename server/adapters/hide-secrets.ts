import { isTryout } from '#rules/access/tryout.ts';
import type { Config } from '../config.ts';

const HIDDEN = '[hidden]';

/**
 * Returns a text as the outbox may keep it: whole in demo and development, elsewhere without what lets a reader in, since
 * administrators read the outbox and backups contain it.
 */
export const keepable = (text: string, secrets: readonly string[] = [], { appEnv }: Pick<Config, 'appEnv'>): string =>
  isTryout(appEnv) ? text : secrets.reduce((kept, secret) => kept.replaceAll(secret, HIDDEN), text);
