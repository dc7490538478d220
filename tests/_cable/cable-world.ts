import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '#contract/access.contract.ts';
import { createPool, type Pool } from '../../server/db/pool.ts';
import { withAccount } from '../../server/db/tx.ts';
import { APP_ROLE } from '../../server/db/pool.ts';
import { emitEvents, type StreamEvent } from '../../server/events.ts';

export interface Person {
  readonly id: number;
  readonly accountId: number;
}

export interface SignedIn {
  readonly cookie: string;
  readonly sessionId: number;
}

export interface CableWorld {
  readonly url: string;
  /** Connects as the owner of the tables. */
  readonly owner: Pool;
  /** Connects as the application. */
  readonly pool: Pool;
  addAccount(): Promise<number>;
  addPerson(accountId: number, role: Role, managerId?: number): Promise<Person>;
  addImport(person: Person): Promise<number>;
  signIn(person: Person): Promise<SignedIn>;
  emit(accountId: number, events: readonly StreamEvent[]): Promise<void>;
  close(): Promise<void>;
}

/** People, sessions and events in a migrated database. */
export function openCableWorld(url: string): CableWorld {
  const owner = createPool({ url, max: 4 });
  const pool = createPool({ url, role: APP_ROLE, max: 24 });
  let names = 0;

  const insert = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await owner.query<{ id: number }>(`${text} returning id`, [...values]);
    return rows[0]?.id ?? 0;
  };

  return {
    url,
    owner,
    pool,
    addAccount: () => insert(`insert into accounts (name, number, domain_name) values ('Agency', '1', 'agency')`, []),
    addPerson: async (accountId, role, managerId) => {
      const unit = `insert into business_units (account_id, number, name) values ($1, $2, 'Unit')`;
      const unitId = await insert(unit, [accountId, randomBytes(6).toString('hex')]);
      names += 1;
      const id = await insert(
        `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, roles,
                            tos_accepted)
         values ($1, $2, $3, $4, 'person@example.com', '', 'Ada', 'Lane', $5, '2099-01-01')`,
        [accountId, unitId, managerId ?? null, `${randomBytes(6).toString('hex')}${names}`, [role]],
      );
      return { id, accountId };
    },
    addImport: (person) =>
      insert(
        `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key)
         values ($1, $2, $2, $2, 'leads.csv', 1, 'key')`,
        [person.accountId, person.id],
      ),
    signIn: async (person) => {
      const token = randomBytes(32).toString('base64url');
      const sessionId = await insert(
        `insert into sessions (account_id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
        [person.accountId, person.id, createHash('sha256').update(token).digest()],
      );
      return { cookie: `token=${token}`, sessionId };
    },
    emit: (accountId, events) => withAccount(pool, { accountId }, (tx) => emitEvents(tx, accountId, events)),
    close: async () => {
      await Promise.all([owner.end(), pool.end()]);
    },
  };
}
