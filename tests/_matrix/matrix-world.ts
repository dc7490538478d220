import { createHash, randomBytes } from 'node:crypto';
import type { Permission, Role } from '#contract/access.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { moveToCallingHours } from '../_db/test-clock.ts';
import { ACTORS, type ActorSpec, permissionsOfActor, sightOfActor, type Tenant } from './actors.ts';
import { silentLine } from '../phone/silent-line.ts';
import { canaryOf } from './canaries.ts';
import { NOTE_CHANGED_PEOPLE } from './note-changed-people.ts';

export interface Somebody {
  readonly id: number;
  readonly tenant: Tenant;
  readonly accountId: number;
  readonly unitId: number;
  /** Names their canary. */
  readonly key: string;
  readonly type: Role;
}

/** Relation of a thing's owner to the caller. */
export const RELATIONS = [
  'own',
  'downline',
  'peer',
  'upline',
  'otherUnit',
  'pooled',
  'deleted',
  'otherAccount',
  'assigned',
  'unknown',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** Owner of a relation's things; a deleted thing is the user's own, an unknown one has no owner. */
export type CastRole =
  | 'own'
  | 'downline'
  | 'peer'
  | 'upline'
  | 'otherUnit'
  | 'pooled'
  | 'gone'
  | 'otherAccount'
  | 'assigned';

export interface Actor extends ActorSpec {
  readonly cast: Readonly<Record<CastRole, Somebody>>;
  readonly person: Somebody;
  /** The bottom of their stack; `null`: they sign in themselves. */
  readonly signerPerson: Somebody | null;
  readonly signerKey: string | null;
  readonly permissions: readonly Permission[];
  readonly visibility: 'account' | 'unit' | 'downline';
  /** Owners whose rows they see whatever their role is. */
  readonly knows: ReadonlySet<string>;
}

export interface MatrixWorld {
  readonly it: TestApp;
  readonly actors: readonly Actor[];
  readonly accountOf: Readonly<Record<Tenant, number>>;
  readonly unitsOf: Readonly<Record<Tenant, readonly [number, number]>>;
  /** Keys of all users in the first business unit of an account. */
  unitOneOf(tenant: Tenant): ReadonlySet<string>;
  one(text: string, values: readonly unknown[]): Promise<number>;
}

/** The other account, for users of this one. */
const OTHER: Readonly<Record<Tenant, Tenant>> = { x: 'q', y: 'x', z: 'x', q: 'x' };

/** The app, four accounts, and around each actor a cast of people of whom they ask for things. */
export async function openMatrixWorld(): Promise<MatrixWorld> {
  moveToCallingHours();
  const it = await openApp({ voiceLine: silentLine() });
  const one = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await it.owner.query<{ id: number }>(`${text} returning id`, [...values]);
    return rows[0]?.id ?? 0;
  };
  const accountOf = { x: 0, y: 0, z: 0, q: 0 };
  const unitsOf: Record<Tenant, readonly [number, number]> = { x: [0, 0], y: [0, 0], z: [0, 0], q: [0, 0] };
  for (const tenant of ['x', 'y', 'z', 'q'] as const) {
    const shared = canaryOf(tenant, 'shared');
    const accountId = await one(
      `insert into accounts (name, number, domain_name, next_contact_number) values ($1, $1, $1, 900000)`,
      [shared],
    );
    // Campaign e-mail carries it.
    await it.owner.query(
      `insert into office_locations (account_id, name, office_type, address, city, state, zip_code)
       values ($1, $2, 'main', $2, 'Austin', 'TX', '78701')`,
      [accountId, shared],
    );
    const unit = 'insert into business_units (account_id, number, name) values ($1, $2, $2)';
    accountOf[tenant] = accountId;
    unitsOf[tenant] = [
      await one(unit, [accountId, `${shared}1`]),
      await one(unit, [accountId, canaryOf(tenant, 'unit')]),
    ];
  }

  const people: Somebody[] = [];
  const { rows: hashes } = await it.owner.query<{ password_hash: string }>('select password_hash from users limit 1');
  const hire = async (
    tenant: Tenant,
    key: string,
    type: Role,
    above: Somebody | null,
    far = false,
  ): Promise<Somebody> => {
    const canary = canaryOf(tenant, key);
    const accountId = accountOf[tenant];
    const unitId = unitsOf[tenant][far ? 1 : 0];
    const id = await one(
      `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name,
                          number, roles, phone, about_me, webpage_title, tos_accepted)
       values ($1, $2, $3, $4 || 'user', $4 || '@example.test', $5, $4 || 'first', $4 || 'last', $4 || 'number', $6,
               '', $4 || 'about', $4 || 'title', '2099-01-01')`,
      [accountId, unitId, above?.id ?? null, canary, hashes[0]?.password_hash, rolesOf(type)],
    );
    const somebody = { id, tenant, accountId, unitId, key, type };
    people.push(somebody);
    return somebody;
  };

  const tops = {
    x: await hire('x', 'top', 'admin', null),
    y: await hire('y', 'top', 'admin', null),
    z: await hire('z', 'top', 'admin', null),
    q: await hire('q', 'top', 'admin', null),
  };
  const actors: Actor[] = [];
  for (const spec of ACTORS) {
    const { name, tenant, type } = spec;
    const upline = await hire(tenant, `${name}_upline`, 'admin', tops[tenant]);
    const person = await hire(tenant, name, type, upline);
    const between = await hire(tenant, `${name}_between`, 'field_manager', person);
    const other = OTHER[tenant];
    const cast = {
      own: person,
      downline: await hire(tenant, `${name}_below`, 'agent', between),
      peer: await hire(tenant, `${name}_peer`, 'agent', upline),
      upline,
      otherUnit: await hire(tenant, `${name}_far`, 'agent', tops[tenant], true),
      pooled: await hire(tenant, `${name}_pooled`, 'agent', tops[tenant], true),
      gone: await hire(tenant, `${name}_gone`, 'agent', between),
      otherAccount: await hire(other, `${name}_other`, 'agent', tops[other]),
      assigned: await hire('z', `${name}_assigned`, 'agent', tops.z),
    };
    await it.owner.query('update users set active = false where id = $1', [cast.gone.id]);
    const signerPerson = spec.signer === null ? null : await hire('x', `${name}_signer`, spec.signer, tops.x);
    if (spec.assigned || spec.signer === 'relationship_manager') {
      const assign = 'insert into account_assignments (account_id, user_id, assigned_account_id) values ($1, $2, $3)';
      await it.owner.query(assign, [accountOf.x, (signerPerson ?? person).id, accountOf.z]);
    }
    const pool = type === 'pool_holder' ? [cast.pooled.key] : [];
    actors.push({
      ...spec,
      cast,
      person,
      signerPerson,
      signerKey: signerPerson?.key ?? null,
      permissions: permissionsOfActor(spec),
      visibility: sightOfActor(spec),
      knows: new Set([person, between, cast.downline, cast.gone].map(({ key }) => key).concat(pool)),
    });
  }
  for (const somebody of people) await furnish(it, somebody);
  await it.owner.query(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select account_id, feature, true, min(id), now() from users cross join unnest('{phone,chat}'::text[]) as feature
     group by account_id, feature`,
  );
  await it.owner.query(NOTE_CHANGED_PEOPLE);
  const unitOne = (tenant: Tenant) =>
    new Set(people.filter((one) => one.tenant === tenant && one.unitId === unitsOf[tenant][0]).map(({ key }) => key));
  const unitOnes = { x: unitOne('x'), y: unitOne('y'), z: unitOne('z'), q: unitOne('q') };
  return { it, actors, accountOf, unitsOf, one, unitOneOf: (tenant) => unitOnes[tenant] };
}

/** Rows of a person that no request names, with the canary in each text. */
async function furnish({ owner }: TestApp, { id, accountId, tenant, key }: Somebody): Promise<void> {
  const canary = canaryOf(tenant, key);
  await owner.query(
    `with address as (
       insert into auth_ips (account_id, user_id, network, label) values ($1, $2, '0.0.0.0/0', $3)
     ), bill as (
       insert into billing_entries (account_id, user_id, at, description, amount_cents, status, provider_ref)
       values ($1, $2, now(), $3, 100, 'paid', $3)
     ), card as (
       insert into payment_infos (account_id, user_id, provider, customer_ref, method_ref, brand, masked, exp_month, exp_year, created_at)
       values ($1, $2, 'embedded', $3, $3, 'visa', $3, 1, 2040, now())
     ), mail as (
       insert into outbox_mails (account_id, recipient, subject, text_body) values ($1, $4, $4, $4)
     ), words as (
       insert into outbox_texts (account_id, recipient, body) values ($1, $4, $4)
     ), renamed as (
       insert into reference_renames (account_id, word, before, after) values ($1, 'source', $3, $3)
     ), verified as (
       update users set dialer_verified_phone_number = '+12025550100', wallet_feature_enabled = not 'basic' = any(roles),
         max_plus_plan = 'premium' where id = $2
     ), called as (
       insert into phone_numbers (account_id, number, label, kind, user_id) values ($1, '+1' || 2020000000 + $2, $3, 'agent', $2)
     ), subscribed as (
       insert into plan_subscriptions (account_id, kind, user_id, order_type) values ($1, 'dialer', $2, 'manager_pay') returning id
     ), licensed as (
       insert into plan_licenses (account_id, kind, subscription_id, user_id, paid, allocation)
       select $1, 'dialer', id, $2, true, 100 from subscribed
     ), live as (
       insert into import_throughput (account_id, user_id, slot, rows) values ($1, $2, now(), 1)
     )
     insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail)
     values ($1, $2, $2, 'users.changed', 'user', $2, jsonb_build_object('first_name', jsonb_build_array($3::text, $3::text)))`,
    [accountId, id, canary, canaryOf(tenant, 'mail')],
  );
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Headers of a user's requests. */
export type Credentials = Readonly<Record<string, string>>;

/** Minutes until which the sensitive actions of a fresh session are open; 0: they are closed. */
export type Window = 'open' | 'closed';

/** A session (or a stack, or an API key) of its own for one request. */
export async function credentialsOf({ it, one }: MatrixWorld, actor: Actor, window: Window): Promise<Credentials> {
  if (actor.by === 'nobody') return {};
  if (actor.by === 'key') return { authorization: `Bearer ${await freshKey({ one }, actor)}` };
  const bottom = actor.signerPerson ?? actor.person;
  const token = randomBytes(32).toString('base64url');
  const sessionId = await one(
    `insert into sessions (account_id, user_id, token_hash, expires_at, sudo_until, user_agent)
     values ($1, $2, $3, now() + interval '2 hours', case when $4 then now() + interval '1 hour' end, $5)`,
    [bottom.accountId, bottom.id, hashOfToken(token), window === 'open', canaryOf(bottom.tenant, bottom.key)],
  );
  if (actor.signerPerson === null) return cookie(token, actor.person.id, 0);
  const top = randomBytes(32).toString('base64url');
  await it.owner.query(
    `select push_session($1, $2, $3, $4, now(), now() + interval '1 hour', 'logged_as_admin', 'login_as', 'matrix')`,
    [sessionId, actor.person.id, hashOfToken(top), randomBytes(32)],
  );
  return cookie(top, actor.person.id, 1);
}

const cookie = (token: string, userId: number, depth: number): Credentials => ({
  cookie: `token=${token}`,
  origin: 'http://localhost',
  'x-identity': `${userId}:${depth}`,
});

async function freshKey({ one }: Pick<MatrixWorld, 'one'>, { person, scopes }: Actor): Promise<string> {
  const key = `bw_${randomBytes(32).toString('base64url')}`;
  await one(
    `insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, scopes, created_at)
     values ($1, $2, 'key', $3, 'bw_abcd', $4, $5, now())`,
    [person.accountId, person.id, canaryOf(person.tenant, person.key), hashOfToken(key), scopes],
  );
  return key;
}
