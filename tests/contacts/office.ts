import { signedInAs } from '../_db/identity.ts';
import type { Role } from '#contract/access.contract.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { listContacts } from '../../server/features/contacts/list/list-contacts.service.ts';
import type { Identity } from '../../server/identity.ts';
import { type OpenOptions, openApp, type TestApp } from '../_api/app.ts';

export interface NewContact {
  owner: string;
  pool?: number;
  first_name?: string;
  last_name?: string;
  phone?: string;
  phone_ext?: string;
  phone_2?: string;
  address?: string;
  email?: string;
  city?: string;
  state?: string;
  zip_code?: string;
  category?: string;
  type?: string;
  dob?: string;
  tag_ids?: number[];
  created_at?: string;
  last_touch_at?: string;
  last_call_at?: string;
  follow_up_on?: string;
  company?: string;
  source?: string;
  gender?: string;
  language?: string;
  email_2?: string;
  email_status?: string;
  group_id?: number;
  status_id?: number;
  agentflow_status_id?: number;
  import_id?: number;
  deleted_at?: string;
}

/** The small world with a second business unit (`far`, an agent, below `chief`, a bu_admin) and two pools. */
export interface Office extends TestApp {
  readonly pools: { readonly held: number; readonly foreign: number };
  identityOf(username: string): Identity;
  add(contact: NewContact): Promise<number>;
  /** Names of a list, `first last`, in its order. */
  namesOf(username: string, scope?: ContactsScopeInput): Promise<string[]>;
  list(username: string, scope?: ContactsScopeInput): ReturnType<typeof listContacts>;
}

export async function openOffice(options: OpenOptions = {}): Promise<Office> {
  const app = await openApp(options);
  const { owner, world } = app;
  const one = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await owner.query<{ id: number }>(text, [...values]);
    return rows[0]?.id ?? 0;
  };
  const identities = new Map<string, Identity>();
  const know = (username: string, id: number, accountId: number, businessUnitId: number, roles: Role[]) =>
    identities.set(username, signedInAs({ id, accountId, businessUnitId }, roles));
  for (const { username, id, accountId, businessUnitId, role } of Object.values(world.people)) {
    know(username, id, accountId, businessUnitId, [role]);
  }

  const { accountId, people } = world;
  const unit = await one('insert into business_units (account_id, number, name) values ($1, $2, $2) returning id', [
    accountId,
    'B9',
  ]);
  const hire = async (username: string, role: Role, above: number) => {
    const id = await one(
      `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, roles,
                          tos_accepted)
       values ($1, $2, $3, $4, '', '', $4, 'Far', $5, '2099-01-01') returning id`,
      [accountId, unit, above, username, [role]],
    );
    know(username, id, accountId, unit, [role]);
    return id;
  };
  await hire('chief', 'bu_admin', people.admin.id);
  await hire('far', 'agent', people.admin.id);

  const shelf = async (name: string, holder: number) => {
    const pool = await one('insert into pools (account_id, name) values ($1, $2) returning id', [accountId, name]);
    await owner.query('insert into pool_holders values ($1, $2, $3)', [accountId, pool, holder]);
    return pool;
  };
  const pools = { held: await shelf('Held', people.agent.id), foreign: await shelf('Foreign', people.peer.id) };

  const identityOf = (username: string): Identity => {
    const identity = identities.get(username);
    if (identity === undefined) throw new Error(`nobody is called ${username}`);
    return identity;
  };
  const list = (username: string, scope: ContactsScopeInput = {}) =>
    // What a list may take is another test's: here the machine may be busy.
    listContacts(app.deps, identityOf(username), ContactsScope.parse(scope), { timeoutMs: 60_000 });
  let number = 1;
  return {
    ...app,
    pools,
    identityOf,
    list,
    add: (contact) => {
      const { owner: username, pool, ...values } = contact;
      const { accountId: account, businessUnitId, userId } = identityOf(username);
      const row = {
        account_id: account,
        business_unit_id: businessUnitId,
        owner_id: userId,
        pool_id: pool ?? null,
        number: number++,
        ...values,
      };
      const columns = Object.keys(row);
      return one(
        `insert into contacts (${columns.join(', ')}) values (${columns.map((_column, i) => `$${i + 1}`).join(', ')}) returning id`,
        Object.values(row),
      );
    },
    namesOf: async (username, scope) => {
      const { data } = await list(username, scope);
      return data.map((row) => `${row.first_name} ${row.last_name}`.trim());
    },
  };
}
