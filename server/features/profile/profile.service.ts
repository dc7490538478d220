import { brandOf } from '#brands/brand.ts';
import { legalPagesOf } from '#brands/legal-pages.ts';
import type { Body } from '#contract/endpoint.ts';
import type * as contract from '#contract/profile.contract.ts';
import { readOwnWebpage } from '#contract/public-pages.contract.ts';
import type { ResourceBroadcast } from '#contract/_resource.contract.ts';
import type { AuthIp, CurrentUser, Display, Person } from '#contract/session.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { isReservedPageName } from '#rules/access/page-name.ts';
import { toE164 } from '#rules/phone/phone-number.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { emitEvents, userStream } from '../../events.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { type Identity, requireProof } from '../../identity.ts';
import { distrustMail } from '../passwords/passwords.service.ts';
import { currentUser } from '../session/session.service.ts';
import { mailsOfEmailChange } from './profile-mail.ts';
import * as sql from './profile.sql.ts';
import { type SaveFile, withUserFile } from './user-files.ts';

interface Caller {
  readonly identity: Identity;
  readonly requestId: string;
}

/** The sender of a change, and the file with it. */
interface Sender extends Caller {
  readonly file: IncomingFile | null;
}

export const updateTheme = (deps: Deps, identity: Identity, display: sql.DisplayChange): Promise<Display> =>
  withAccount(deps.pool, identity, async (tx) => {
    const kept = await sql.updateDisplay(tx, identity.userId, display);
    if (kept === null) throw new Refusal('no_session', 'Please sign in.');
    return kept;
  });

/** Users to whom the current user may give contacts: the current user first. */
export const listOwners = (deps: Deps, identity: Identity): Promise<Person[]> =>
  withAccount(deps.pool, identity, (tx) => sql.listBelow(tx, identity.userId));

export const listAuthIps = (deps: Deps, identity: Identity): Promise<AuthIp[]> =>
  withAccount(deps.pool, identity, (tx) => sql.findAuthIps(tx, identity.userId));

export const updateTimezone = (
  deps: Deps,
  caller: Caller,
  { timezone }: Body<typeof contract.updateTimezone>,
): Promise<CurrentUser> => change(deps, caller, { action: 'profile.timezoneChanged', freshOf: () => ({ timezone }) });

/** @throws {Refusal} `refused` for an empty name and for what is no phone number. */
export function updateProfile(
  deps: Deps,
  caller: Sender,
  { profile }: Body<typeof contract.updateProfile>,
): Promise<CurrentUser> {
  const { first_name: first, last_name: last, phone, about_me: about, remove } = profile;
  const fresh = {
    ...(first !== undefined && { first_name: readName('profile.first_name', first, 'Enter a first name.') }),
    ...(last !== undefined && { last_name: readName('profile.last_name', last, 'Enter a last name.') }),
    ...(phone !== undefined && { phone: readPhone(phone) }),
    ...(about !== undefined && { about_me: cleanText(about) }),
  };
  const freshOf = (before: sql.OwnRow) => {
    // Codes may be sent there: anyone who can change it could take over the account.
    if (fresh.phone !== undefined && fresh.phone !== before.phone) requireProof(caller.identity, deps.now());
    return fresh;
  };
  return withUserFile(deps, { file: caller.file, remove }, (saveFile) =>
    change(deps, caller, { action: 'profile.changed', freshOf, saveFile }),
  );
}

/**
 * E-mails the old and the new address; links in the old mailbox stop working. @throws {Refusal} `not_found` for anyone
 * else's.
 */
export function updateUser(
  deps: Deps,
  caller: Caller,
  { id, user }: { id: number } & Body<typeof contract.updateUser>,
): Promise<CurrentUser> {
  requireSelf(caller, id);
  const { email } = user;
  return change(deps, caller, {
    action: 'profile.emailChanged',
    freshOf: () => ({ email }),
    tell: async (tx, before) => {
      const brandName = brandOf(deps.config.brand).name;
      const mails = mailsOfEmailChange({ username: before.username, brandName, before: before.email, after: email });
      for (const mail of mails) await deps.mailer.send(tx, caller.identity.accountId, mail);
      await distrustMail(tx, caller.identity.userId, deps.now());
    },
  });
}

const UNIQUE_VIOLATION = '23505';

/**
 * A page without an address is never active.
 * @throws {Refusal} `not_found` for anyone else's, `refused` for a name that is taken or reserved.
 */
export async function updateWebpage(
  deps: Deps,
  caller: Sender,
  { id, webpage }: { id: number } & Body<typeof contract.updateWebpage>,
): Promise<CurrentUser> {
  requireSelf(caller, id);
  const { domain, title, about_me: about, active, organizations, plans, remove } = webpage;
  if (domain && isReservedPageName(domain, [deps.config.brand])) {
    throw refuseField('webpage.domain', 'This name is reserved. Choose another one.');
  }
  try {
    const freshOf = (before: sql.OwnRow) => {
      const name = domain === undefined ? before.webpage_domain : domain;
      if (active === true && name === null) {
        throw refuseField('webpage.active', 'Choose an address before showing the page.');
      }
      return {
        webpage_domain: name,
        ...(title !== undefined && { webpage_title: cleanLine(title) }),
        ...(about !== undefined && { about_me: cleanText(about) }),
        webpage_active: name !== null && (active ?? before.webpage_active),
        ...(organizations !== undefined && { webpage_organizations: organizations }),
        ...(plans !== undefined && { webpage_plans: plans }),
      };
    };
    return await withUserFile(deps, { file: caller.file, remove }, (saveFile) =>
      change(deps, caller, { action: 'profile.webpageChanged', freshOf, saveFile }),
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    throw refuseField('webpage.domain', 'This name is taken. Choose another one.');
  }
}

/** @throws {Refusal} `conflict` when they were shown other terms than the latest: a page of an older release. */
export async function acceptTos(
  deps: Deps,
  caller: Caller,
  { version }: Body<typeof contract.acceptTos>,
): Promise<CurrentUser> {
  const { effective } = legalPagesOf(brandOf(deps.config.brand)).termsOfUse;
  if (version !== undefined && version !== effective)
    throw new Refusal('conflict', 'The terms of use have changed. Reload the page to read the current ones.');
  return change(deps, caller, { action: 'profile.tosAccepted', freshOf: () => ({ tos_accepted: effective }) });
}

interface Change {
  readonly action: string;
  readonly freshOf: (before: sql.OwnRow) => Partial<sql.OwnRow>;
  readonly saveFile?: SaveFile;
  readonly tell?: (tx: Tx, before: sql.OwnRow) => Promise<void>;
}

/** Changes the user's own row or file, and audits which values are new; nothing new is no change. */
function change(
  deps: Deps,
  { identity, requestId }: Caller,
  { action, freshOf, saveFile, tell }: Change,
): Promise<CurrentUser> {
  return withAccount(deps.pool, identity, async (tx) => {
    const before = await sql.lockOwn(tx, identity.userId);
    if (before === null) throw new Refusal('no_session', 'Please sign in.');
    const fresh = freshOf(before);
    const names = (Object.keys(fresh) as (keyof sql.OwnRow)[]).filter((name) => fresh[name] !== before[name]);
    const files = (await saveFile?.(tx, identity.userId)) ?? null;
    if (names.length > 0 || files !== null) {
      if (names.length > 0) await sql.updateOwn(tx, identity.userId, { ...before, ...fresh });
      const valuesOf = (row: Partial<sql.OwnRow>) => Object.fromEntries(names.map((name) => [name, row[name]]));
      await writeAudit(tx, identity, requestId, {
        action,
        subjectType: 'user',
        subjectId: identity.userId,
        detail: { before: { ...valuesOf(before), ...files?.before }, after: { ...valuesOf(fresh), ...files?.after } },
      });
      if (files !== null || names.some((name) => SHOWN.has(name))) await tellPage(tx, identity);
      await tell?.(tx, before);
    }
    return currentUser(deps, tx, identity);
  });
}

/** What the user's public page shows. */
const SHOWN: ReadonlySet<keyof sql.OwnRow> = new Set<keyof sql.OwnRow>([
  'first_name',
  'last_name',
  'phone',
  'about_me',
  'timezone',
  'webpage_domain',
  'webpage_title',
  'webpage_active',
  'webpage_organizations',
  'webpage_plans',
]);

/** For servers that remember the page, and for the user's other tabs. */
function tellPage(tx: Tx, { accountId, userId }: Identity): Promise<void> {
  const body: ResourceBroadcast = {
    type: 'resource.changed',
    subject: 'webpage',
    id: userId,
    reads: [readOwnWebpage.name],
  };
  return emitEvents(tx, accountId, [{ stream: userStream(userId), body }]);
}

/** Other users are answered like unknown ones. */
function requireSelf({ identity }: Caller, id: number): void {
  if (id !== identity.userId) throw new Refusal('not_found', 'User not found.');
}

function readName(field: string, written: string, missing: string): string {
  const name = cleanLine(written);
  if (name === '') throw refuseField(field, missing);
  return name;
}

/** Stored format: E.164, or empty for none. */
function readPhone(written: string): string {
  if (written === '') return '';
  const number = toE164(written);
  if (number === null) throw refuseField('profile.phone', 'Invalid phone number. Use a format like 512-555-0142.');
  return number;
}
