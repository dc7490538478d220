import { randomBytes } from 'node:crypto';
import type {
  Authorization,
  AuthorizationType,
  createAuthorization,
  SignedInType,
} from '#contract/integrations.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type CalendarAccount, type RemoteCalendar, RemoteFault } from '../../adapters/calendars/calendar-port.ts';
import { authorizeUrl, exchangeCode, type Granted, revokeGrant } from '../../adapters/calendars/oauth-grant.ts';
import { phoneBurnerAccount } from '../../adapters/calendars/phone-burner.ts';
import type { OAuthClient } from '../../config/integrations.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Caller } from '../../resource/table.ts';
import { ownZone } from '../profile/own-day.ts';
import { accountWith, NEEDED_SCOPES, SCOPES } from './accounts.ts';
import { sealKey, sealTokens } from './grants.ts';
import * as sql from './integrations.sql.ts';
import { offerOf, readOne } from './integrations.service.ts';
import { keepCalendars } from './links.sql.ts';
import { fillSample } from './sample-calendar.ts';
import { INTEGRATION_NAMES } from './integration-notice.ts';
import { hashOf } from './sync.service.ts';

/** Minutes that a sign-in at a provider may take. Ours. */
const STATE_MIN = 15;
/** The page that providers send the browser back to. */
const PAGE = '/integrations';

/** Google gives a refresh token only with a consent, and only when it is asked to work offline. */
const EXTRA: Readonly<Record<SignedInType, Readonly<Record<string, string>>>> = {
  google: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  outlook: { prompt: 'select_account' },
  phone_burner: {},
};

const ownerOfState = (state: string) => `authorization_state:${hashOf(state).toString('hex')}`;

const started = (tx: Tx, { identity, requestId }: Caller, type: AuthorizationType) =>
  writeAudit(tx, identity, requestId, { action: 'authorization.started', detail: { type } });

/**
 * Begins a sign-in at a provider, or finishes it with what the provider has sent the browser back with. Its state works
 * once, and only in the session that has begun it.
 * @throws {Refusal} `conflict` where it isn't set up, `refused` under `code` or `state`, `unavailable`.
 */
export async function connectByGrant(
  deps: Deps,
  caller: Caller,
  { type, code, state }: Body<typeof createAuthorization>,
  origin: string,
): Promise<Reply<typeof createAuthorization>> {
  const offer = offerOf(deps, type);
  if (offer === 'not_set_up') throw new Refusal('conflict', `${INTEGRATION_NAMES[type]} isn't set up on this server.`);
  if (offer === 'sample') return { data: await connectSample(deps, caller, type), meta: { url: null } };
  const client = deps.config.integrations.clients[type];
  if (client === null) throw new Error('an offer without its client');
  if (code === undefined && state === undefined)
    return { data: null, meta: { url: await begin(deps, caller, { type, client }, origin) } };
  if (code === undefined || state === undefined)
    throw refuseField(code === undefined ? 'code' : 'state', 'Connect again from this page.');
  return { data: await finish(deps, caller, { type, client }, { code, state }), meta: { url: null } };
}

interface At {
  readonly type: SignedInType;
  readonly client: OAuthClient;
}

async function begin(deps: Deps, caller: Caller, { type, client }: At, origin: string): Promise<string> {
  const { userId, sessionId } = caller.identity;
  const state = `${type}.${randomBytes(32).toString('base64url')}`;
  const verifier = randomBytes(48).toString('base64url');
  const redirectUri = `${origin}${PAGE}`;
  await withAccount(deps.pool, caller.identity, async (tx) => {
    await sql.insertState(tx, {
      hash: hashOf(state),
      userId,
      sessionId,
      type,
      sealed: deps.seal.seal(verifier, ownerOfState(state)),
      redirectUri,
      expiresAt: new Date(deps.now().getTime() + STATE_MIN * 60_000),
    });
    await started(tx, caller, type);
  });
  return authorizeUrl(client, { redirectUri, state, verifier, scopes: SCOPES[type] }, EXTRA[type]);
}

async function finish(deps: Deps, caller: Caller, at: At, { code, state }: { code: string; state: string }) {
  const { userId, sessionId } = caller.identity;
  const { type, client } = at;
  const known = await withAccount(deps.pool, caller.identity, (tx) =>
    sql.takeState(tx, { hash: hashOf(state), userId, sessionId, type, at: deps.now() }),
  );
  if (known === null)
    throw refuseField('state', 'This sign-in has expired or belongs to another session. Connect again.');
  const verifier = deps.seal.open(known.sealed, ownerOfState(state));
  const granted = await asking(type, () =>
    exchangeCode(client, { code, redirectUri: known.redirect_uri, verifier }, deps.now()),
  );
  if (granted.scopes !== null && NEEDED_SCOPES[type].some((scope) => !granted.scopes?.includes(scope))) {
    await revokeGrant(client, granted.tokens);
    throw refuseField(
      'code',
      `${INTEGRATION_NAMES[type]} was connected without access to calendars. Connect again and allow it.`,
    );
  }
  return keepGrant(deps, caller, at, granted);
}

/** @throws {Refusal} in place of a fault of the provider. */
async function asking<T>(type: AuthorizationType, work: () => Promise<T>, field = 'code'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RemoteFault)) throw error;
    const name = INTEGRATION_NAMES[type];
    if (error.kind === 'away' || error.kind === 'quota')
      throw new Refusal('unavailable', `${name} isn't responding. Try again in a minute.`, {
        retryAfter: Math.ceil((error.retryAfterMs ?? 60_000) / 1_000),
        cause: error,
      });
    if (field === 'api_key') throw refuseField(field, 'Calendly rejected this token. Copy a new one from Calendly.');
    throw refuseField(field, `${name} didn't accept the sign-in (${error.message}). Connect again.`);
  }
}

interface Found {
  readonly id: string;
  readonly name: string;
  readonly calendars: readonly RemoteCalendar[];
}

const foundIn = async (account: CalendarAccount): Promise<Found> => ({
  ...(await account.whoami()),
  calendars: await account.calendars(),
});

async function keepGrant(deps: Deps, caller: Caller, { type, client }: At, { tokens }: Granted) {
  const account = accountWith(deps.config, type, tokens.access);
  const found = await asking(type, async () =>
    account === null
      ? { ...(await phoneBurnerAccount(client.apiUrl, tokens.access)), calendars: [] }
      : foundIn(account),
  );
  return keep(deps, caller, { type, found, seal: (id) => sealTokens(deps, id, tokens) });
}

interface Kept {
  readonly type: AuthorizationType;
  readonly found: Found;
  readonly sample?: boolean;
  readonly link?: string;
  readonly seal: ((id: number) => Buffer) | null;
  readonly action?: string;
  /** True: it takes the place of others of its kind. */
  readonly isOnly?: boolean;
}

/** Stores a connection; the main calendar syncs, and takes new events unless another one does. */
async function keep(deps: Deps, { identity, requestId }: Caller, kept: Kept): Promise<Authorization> {
  const { type, found, sample = false, seal } = kept;
  return withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const id = await sql.connect(tx, {
      userId: identity.userId,
      type,
      sample,
      remoteAccount: found.id,
      name: found.name,
      link: kept.link ?? null,
      at,
      synced: found.calendars.length > 0,
    });
    if (seal !== null) await sql.storeSealed(tx, id, seal(id));
    if (kept.isOnly === true)
      for (const other of await sql.othersOf(tx, identity.userId, type, id)) await sql.disconnect(tx, other.id, at);
    await keepCalendars(tx, id, found.calendars);
    if (sample) await fillSample(tx, id, await ownZone(tx, identity.userId), at);
    const main = (await sql.findCalendars(tx, id)).find(({ primary, writable }) => primary && writable);
    if (main !== undefined && !(await sql.hasTarget(tx, identity.userId)))
      await sql.chooseTarget(tx, identity.userId, main.id);
    await writeAudit(tx, identity, requestId, {
      action: kept.action ?? 'authorization.connected',
      subjectType: 'authorization',
      subjectId: id,
      detail: { type, connected: true },
    });
    return readOne(tx, identity, id, at);
  });
}

const connectSample = (deps: Deps, caller: Caller, type: SignedInType): Promise<Authorization> =>
  keep(deps, caller, {
    type,
    sample: true,
    found: {
      id: 'sample',
      name: 'Simulated calendar',
      calendars: [{ id: 'sample', name: 'Simulated calendar', isPrimary: true, isWritable: true }],
    },
    seal: null,
  });

/** Ends what is connected of a kind. */
const leave = (deps: Deps, { identity, requestId }: Caller, type: AuthorizationType, action: string): Promise<null> =>
  withAccount(deps.pool, identity, async (tx) => {
    const others = await sql.othersOf(tx, identity.userId, type, 0);
    for (const { id } of others) await sql.disconnect(tx, id, deps.now());
    if (others.length > 0) await writeAudit(tx, identity, requestId, { action, detail: { type, connected: false } });
    return null;
  });

/**
 * Stores a personal token of Calendly once Calendly has taken it; an empty one disconnects.
 * @throws {Refusal} `refused` under `api_key`, `unavailable`.
 */
export async function setCalendlyKey(deps: Deps, caller: Caller, key: string): Promise<Authorization | null> {
  const action = 'authorization.calendly_set';
  if (key === '') return leave(deps, caller, 'calendly', action);
  if (!/^[\x21-\x7e]+$/.test(key)) throw refuseField('api_key', 'A token has no spaces. Copy it from Calendly again.');
  const account = accountWith(deps.config, 'calendly', key);
  if (account === null) throw new Error('Calendly has an account for every key');
  const found = await asking('calendly', () => foundIn(account), 'api_key');
  return keep(deps, caller, { type: 'calendly', found, seal: (id) => sealKey(deps, id, key), action, isOnly: true });
}

/** Stores a link; an empty one removes it. @throws {Refusal} `refused` under `link` unless it is an https address. */
export function setDemio(deps: Deps, caller: Caller, link: string): Promise<Authorization | null> {
  const action = 'authorization.demio_set';
  if (link === '') return leave(deps, caller, 'demio', action);
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url === null || url.protocol !== 'https:' || url.username !== '' || !url.hostname.includes('.'))
    throw refuseField('link', 'Enter an https address, such as https://my.demio.com/ref/abc.');
  const found = { id: 'link', name: url.hostname, calendars: [] };
  return keep(deps, caller, { type: 'demio', found, link: url.href, seal: null, action, isOnly: true });
}
