import type { AuthorizationType } from '#contract/integrations.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { notify } from '../notifications/notify.ts';
import type { AuthorizationRow } from './integrations.sql.ts';

/** Names as the page has them. */
export const INTEGRATION_NAMES: Readonly<Record<AuthorizationType, string>> = {
  google: 'Google Calendar',
  outlook: 'Outlook',
  calendly: 'Calendly',
  phone_burner: 'PhoneBurner',
  demio: 'Demio',
};

type Told = Pick<AuthorizationRow, 'id' | 'account_id' | 'user_id' | 'type'>;

/** Notifies the user that an integration doesn't work until they sign in again. `begun`: the pass that found it. */
export const tellSignIn = (tx: Tx, { id, account_id, user_id, type }: Told, begun: Date, at: Date) =>
  notify(tx, {
    accountId: account_id,
    userId: user_id,
    kind: 'integration',
    aboutId: id,
    occurrence: `sign_in:${begun.toISOString()}`,
    title: `${INTEGRATION_NAMES[type]} needs ${type === 'calendly' ? 'a new key' : 'you to sign in again'}`,
    body: 'Your calendar is no longer synced.',
    href: '/integrations',
    at,
  });
