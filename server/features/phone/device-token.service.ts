import type { DeviceToken } from '#contract/phone.contract.ts';
import { identityOf } from '../../adapters/voice/voice-line.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { type Dialer, readDialer } from './dialer.service.ts';
import { findEchoNumber } from './numbers/numbers.sql.ts';

/**
 * Seconds a device token is valid. Our choice: fetching the next one keeps the session alive, which ends after 60 idle
 * minutes.
 */
const TOKEN_SECONDS = 2_700;

/** Returns a token if the user has the dialer, else the reason for its absence. */
export async function readDeviceToken(deps: Deps, identity: Identity): Promise<DeviceToken> {
  const { voiceLine } = deps;
  const { dialer, echo } = await withAccount(deps.pool, identity, async (tx) => ({
    dialer: await readDialer(tx, identity.userId, deps.now()),
    echo: await findEchoNumber(tx),
  }));
  const status = refusalOf(identity, dialer);
  const enabled = status === '';
  return {
    token: enabled ? await voiceLine.mintToken(identity, TOKEN_SECONDS) : '',
    enabled,
    status,
    visible: dialer.availability.available,
    line: voiceLine.name,
    identity: identityOf(identity),
    ttl: TOKEN_SECONDS,
    path: voiceLine.path,
    numbers: dialer.numbers,
    call_from: dialer.callFrom,
    echo_number: voiceLine.name === 'embedded' ? echo : null,
    minutes: dialer.minutes,
  };
}

function refusalOf({ via, actorId, userId }: Identity, { availability }: Dialer): string {
  if (via === 'apiKey') return 'Sign in to use the phone.';
  // Users who look after an account must not be rung by its customers.
  if (actorId !== userId) return "Calls ring only where users sign in themselves, not while you're logged in as them.";
  return availability.available ? '' : availability.reason;
}
