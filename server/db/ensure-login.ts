import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { StartFault } from '../start-fault.ts';
import { APP_ROLE, type PoolClient } from './pool.ts';

/** Source: PostgreSQL's default. */
const ITERATIONS = 4_096;

/** What PostgreSQL keeps of a password (SCRAM-SHA-256): the statement that sets it may be in a log. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

interface Found {
  readonly owner: boolean;
  /** `null`: no such role. */
  readonly bypasses: boolean | null;
  /** May act as the role that sees every account. */
  readonly definer: boolean | null;
  readonly acts: boolean | null;
}

const FIND = `select current_user = $1 as owner,
    (select rolsuper or rolbypassrls from pg_roles where rolname = $1) as bypasses,
    (select pg_has_role(oid, 'bellwether_definer', 'member') from pg_roles where rolname = $1) as definer,
    (select pg_has_role(oid, $2, 'set') and pg_has_role(oid, $2, 'usage') from pg_roles where rolname = $1) as acts`;

/**
 * Lets the login of the application act as the restricted role, and as nothing else. A login that is missing is made,
 * with the password of its address; the password of one that exists stays.
 * @throws {StartFault} for a login that may bypass row-level security, or that the owner may not make.
 */
export async function ensureLogin(client: PoolClient, appUrl: string): Promise<void> {
  const { username, password } = new URL(appUrl);
  const [login, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (login === '') return;
  const { rows } = await client.query<Found>(FIND, [login, APP_ROLE]);
  const found = rows[0] ?? { owner: false, bypasses: null, definer: null, acts: null };
  const { owner, bypasses, definer, acts } = found;
  if (owner || (acts === true && bypasses === false && definer === false)) return;
  if (bypasses === true)
    throw new StartFault(
      `The user "${login}" of DATABASE_URL may bypass row-level security. Run: alter role ${quoted(login)} nosuperuser nobypassrls`,
    );
  if (definer === true)
    throw new StartFault(
      `The user "${login}" of DATABASE_URL may act as bellwether_definer, which sees every account. Run: revoke bellwether_definer from ${quoted(login)}`,
    );
  const make = `create role ${quoted(login)} login nocreatedb nocreaterole`;
  try {
    if (bypasses === null) await client.query(secret === '' ? make : `${make} password '${verifierOf(secret)}'`);
    await client.query(`grant ${APP_ROLE} to ${quoted(login)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartFault(
      `The owner of the database may not set up the user "${login}" of DATABASE_URL. As an administrator, run: ${make} password '…'; grant ${APP_ROLE} to ${quoted(login)}`,
    );
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
