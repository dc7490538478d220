import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { POLL_MINUTES } from '#contract/integrations.contract.ts';
import {
  endOf,
  firstStep,
  nextStep,
  type SyncEnd,
  type SyncEvent,
  type SyncPass,
  waitAfter,
} from '#rules/integrations/sync-pass.machine.ts';
import { type CalendarAccount, type FaultKind, RemoteFault } from '../../adapters/calendars/calendar-port.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { ownZone } from '../profile/own-day.ts';
import { accountWith, sampleAccount } from './accounts.ts';
import { applyChanges } from './apply-remote.ts';
import { bearerOf } from './grants.ts';
import { tellSignIn } from './integration-notice.ts';
import { type AuthorizationRow, endPass, lease } from './integrations.sql.ts';
import { type CalendarRow, calendarsOf, keepCalendars, saveCursor, saveWatch } from './links.sql.ts';
import { pushChanges } from './push-local.ts';

export type SyncUse = Pick<Deps, 'pool' | 'config' | 'now' | 'log' | 'seal'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Interval for looking at what is due, in ms. Ours. */
export const SYNC_EVERY_MS = 10_000;
/** A pass that ends later was lost with its process. Ours: many times what one takes. */
const LEASE_MS = 10 * MINUTE_MS;
/** Accounts synced side by side. Ours. */
const AT_ONCE = 4;
/** Span of a full read. Ours: the last month, and a year ahead. */
const BACK_DAYS = 30;
const AHEAD_DAYS = 400;
/** A full read heals what a list of changes has lost. Ours. */
const FULL_EVERY_MS = DAY_MS;
/** A watch is followed by the next one before it ends. Ours. */
const WATCH_MS = 6 * DAY_MS;
const RENEW_MS = DAY_MS;

/** Where providers call when a calendar has changed. */
export const HOOKS = { google: '/_integrations/google', outlook: '/_integrations/outlook' } as const;

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** What one pass knows and has done. */
interface Passing {
  readonly use: SyncUse;
  readonly row: AuthorizationRow;
  bearer: string | null;
  account: CalendarAccount | null;
  /** The calendar whose cursor the provider has forgotten. */
  lost: CalendarRow | null;
  read: number;
  written: number;
}

const scopeOf = ({ row }: Passing) => ({ accountId: row.account_id });

async function signIn(passing: Passing, refused: string | null): Promise<void> {
  const { use, row } = passing;
  if (row.sample) {
    passing.account = sampleAccount(use, row);
    return;
  }
  passing.bearer = await bearerOf(use, row, refused);
  passing.account = accountWith(use.config, row.type, passing.bearer);
  if (passing.account === null) throw new RemoteFault('refused', "The provider isn't set up on this server.");
}

const accountOf = ({ account }: Passing): CalendarAccount => {
  if (account === null) throw new Error('a pass reads before it has signed in');
  return account;
};

async function read(passing: Passing): Promise<void> {
  const { use, row } = passing;
  const account = accountOf(passing);
  const now = use.now();
  const { known, zone } = await withAccount(use.pool, scopeOf(passing), async (tx) => ({
    known: await calendarsOf(tx, row.id),
    zone: await ownZone(tx, row.user_id),
  }));
  const isFullDue = ({ full_at: at }: CalendarRow) => at === null || now.getTime() - at.getTime() >= FULL_EVERY_MS;
  let calendars = known;
  if (known.length === 0 || known.some((one) => one.synced && isFullDue(one))) {
    const found = await account.calendars();
    calendars = await withAccount(use.pool, scopeOf(passing), async (tx) => {
      await keepCalendars(tx, row.id, found);
      return calendarsOf(tx, row.id);
    });
  }
  const span = {
    from: new Date(now.getTime() - BACK_DAYS * DAY_MS),
    to: new Date(now.getTime() + AHEAD_DAYS * DAY_MS),
    zone,
  };
  for (const calendar of calendars.filter(({ synced }) => synced)) {
    passing.lost = calendar;
    const changes = await account.changes(calendar.remote_id, isFullDue(calendar) ? null : calendar.cursor, span);
    passing.read += await withAccount(use.pool, scopeOf(passing), (tx) =>
      applyChanges(tx, { row, calendar, now: use.now() }, changes, span),
    );
    await keepWatch(passing, calendar);
  }
}

/** Renews a watch before it ends. Calendars are polled besides, so a refusal is no failure. */
async function keepWatch({ use, row, account }: Passing, calendar: CalendarRow): Promise<void> {
  const { appUrl } = use.config;
  const { type } = row;
  const now = use.now().getTime();
  if (account?.watch == null || appUrl?.startsWith('https:') !== true || (type !== 'google' && type !== 'outlook'))
    return;
  if (calendar.watch_until !== null && calendar.watch_until.getTime() > now + RENEW_MS) return;
  const secret = randomBytes(32).toString('base64url');
  try {
    const asked = { id: randomUUID(), secret, url: `${appUrl}${HOOKS[type]}`, until: new Date(now + WATCH_MS) };
    const watch = await account.watch(calendar.remote_id, asked);
    await withAccount(use.pool, { accountId: row.account_id }, (tx) =>
      saveWatch(tx, calendar.id, { ...watch, hash: hashOf(secret) }),
    );
    if (calendar.watch_id !== null)
      await account.unwatch({ id: calendar.watch_id, resource: calendar.watch_resource ?? '' });
  } catch (error) {
    if (!(error instanceof RemoteFault)) throw error;
    use.log.info({ authorizationId: row.id, kind: error.kind }, 'a calendar could not be watched');
  }
}

async function write(passing: Passing, ofSeries: boolean): Promise<SyncEvent> {
  const { use, row } = passing;
  const calendars = await withAccount(use.pool, scopeOf(passing), (tx) => calendarsOf(tx, row.id));
  const pushed = await pushChanges({
    deps: use,
    row,
    account: accountOf(passing),
    calendars: new Map(calendars.map((calendar) => [calendar.id, calendar])),
    ofSeries,
  });
  passing.written += pushed.written;
  return { type: pushed.isMet ? 'sync.changed' : 'sync.done' };
}

/** Does a step of the pass, and tells what it has met. */
async function take(passing: Passing, { value: step }: SyncPass): Promise<SyncEvent> {
  const { use, lost } = passing;
  if (step === 'signingIn') await signIn(passing, null);
  else if (step === 'renewing') await signIn(passing, passing.bearer);
  else if (step === 'reading') await read(passing);
  else if (step === 'writing' || step === 'writingParts') return write(passing, step === 'writingParts');
  else if (lost !== null) await withAccount(use.pool, scopeOf(passing), (tx) => saveCursor(tx, lost.id, null, null));
  return { type: 'sync.done' };
}

const MET = {
  token_expired: 'sync.tokenExpired',
  grant_gone: 'sync.grantGone',
  cursor_gone: 'sync.cursorGone',
  changed: 'sync.changed',
  // A calendar that is gone isn't in the next list of them.
  missing: 'sync.away',
  away: 'sync.away',
  refused: 'sync.refused',
} as const satisfies Record<Exclude<FaultKind, 'quota'>, SyncEvent['type']>;

const eventOf = ({ kind, retryAfterMs }: RemoteFault): SyncEvent =>
  kind === 'quota' ? { type: 'sync.quota', retryAfterMs } : { type: MET[kind] };

/** Syncs an account now, unless another process is at it. Called again after a crash, it continues where it was. */
export async function syncAuthorization(use: SyncUse, accountId: number, id: number): Promise<void> {
  const begun = use.now();
  const row = await withAccount(use.pool, { accountId }, (tx) =>
    lease(tx, id, begun, new Date(begun.getTime() + LEASE_MS)),
  );
  if (row === null) return;
  const { failures } = row;
  const passing: Passing = { use, row, bearer: null, account: null, lost: null, read: 0, written: 0 };
  let pass = firstStep({ failures, everyMs: POLL_MINUTES * MINUTE_MS });
  let fault: RemoteFault | null = null;
  try {
    let end: SyncEnd | null = null;
    while (end === null) {
      try {
        pass = nextStep(pass, await take(passing, pass));
      } catch (error) {
        if (!(error instanceof RemoteFault)) throw error;
        fault = error;
        pass = nextStep(pass, eventOf(error));
      }
      end = endOf(pass);
    }
    await close(passing, end, begun, fault);
  } catch (error) {
    // A fault of ours: it is tried again later, and doesn't hold the account until then.
    const end = { problem: 'away', failures: failures + 1, dueInMs: waitAfter(failures, null) } as const;
    await close(passing, end, begun, null);
    throw error;
  }
}

async function close(passing: Passing, end: SyncEnd, begun: Date, fault: RemoteFault | null): Promise<void> {
  const { use, row, read: eventsRead, written } = passing;
  const { problem, failures, dueInMs } = end;
  const now = use.now();
  const isSynced = problem === null;
  const next = dueInMs === null ? null : new Date(now.getTime() + dueInMs);
  const status = problem === 'sign_in' ? 'needs_you' : 'connected';
  await withAccount(use.pool, scopeOf(passing), async (tx) => {
    const [ended] = await endPass(tx, row.id, begun, {
      status,
      problem: problem === 'sign_in' && row.type === 'calendly' ? 'key' : problem,
      problemText: isSynced ? '' : (fault?.message ?? '').slice(0, 200),
      failures,
      syncedAt: isSynced ? now : null,
      dueAt: next,
      retryAt: isSynced ? null : next,
      read: eventsRead,
      written,
    });
    if (ended !== undefined && status === 'needs_you') await tellSignIn(tx, row, begun, now);
  });
}

/** Syncs every account that is due. One that fails holds up no other. */
export async function syncDue(use: SyncUse): Promise<void> {
  const due = await outsideAccounts<{ account_id: number; id: number }>(
    use.pool,
    'select account_id, id from find_due_authorizations($1)',
    [use.now()],
  );
  const next = due.values();
  const worker = async () => {
    for (const { account_id: accountId, id } of next) {
      try {
        await syncAuthorization(use, accountId, id);
      } catch (error) {
        use.log.error({ err: error, accountId, authorizationId: id }, 'an account could not be synced');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
