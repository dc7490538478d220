import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type Addressee, mailHappening } from '../mail/security-mails.ts';

/**
 * E-mails a user about too many failed sign-ins, alongside the request: its reply and time equal any other failure.
 */
export function tellLocked(deps: Deps, person: Addressee): void {
  withAccount(deps.pool, person, (tx) => mailHappening(deps, tx, person, 'locked')).catch((error: unknown) =>
    deps.log.error({ err: error, user: person.userId }, 'nobody was told of the lock'),
  );
}
