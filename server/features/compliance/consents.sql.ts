import type { ConsentEntry } from '#contract/compliance.contract.ts';
import type { ConsentCounts } from '#contract/imports/consent-columns.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface FoundConsent extends Pick<ConsentEntry, 'channel' | 'kind' | 'purpose' | 'evidence' | 'source'> {
  /** `null` for a withdrawal in an activity. */
  readonly id: number | null;
  readonly given_at: Date;
  readonly expires_on: string | null;
  readonly created_at: Date;
  /** `null`: unknown. */
  readonly user_id: number | null;
  readonly user: string | null;
  readonly actor_id: number | null;
  readonly actor: string | null;
  /** `null`: it counts. */
  readonly retracted_at: Date | null;
  readonly retracted_by_id: number | null;
  readonly retracted_by: string | null;
}

/** A call logged with "do not call" is also in the ledger. */
export const LOGGED = `select null::bigint as id, 'call' as channel, 'do_not_call' as kind, 'marketing' as purpose,
    case when a.body = '' then 'Stated on a call.' else left(a.body, 1000) end as evidence, 'asked' as source,
    a.at as given_at, null::date as expires_on, a.at as created_at, a.user_id, a.actor_id
  from contact_activities a where a.type = 'do_not_call' and a.deleted_at is null`;

/** Entries of a contact, newest first: those of the ledger, and calls logged with "do not call". */
const FIND = `
  with entries as (
    select e.id, e.channel, e.kind, e.purpose, e.evidence, e.source, e.given_at, e.expires_on, e.created_at, e.user_id,
      e.actor_id, x.created_at as retracted_at, x.user_id as retracted_by_id
    from contact_consents e left join contact_consents x on x.retracts_id = e.id
    where e.contact_id = $1 and e.kind <> 'retracted'
    union all
    select l.*, null, null from (${LOGGED} and a.contact_id = $1) l
  ), names as (
    select * from names_of_people(array(
      select user_id from entries union select actor_id from entries union select retracted_by_id from entries))
  )
  select e.id, e.channel, e.kind, e.purpose, e.evidence, e.source, e.given_at, e.expires_on, e.created_at, e.user_id,
    u.name as "user", e.actor_id, a.name as actor, e.retracted_at, e.retracted_by_id, r.name as retracted_by
  from entries e left join names u on u.id = e.user_id left join names a on a.id = e.actor_id
    left join names r on r.id = e.retracted_by_id
  order by e.given_at desc, e.id desc nulls last`;

export const findConsents = (tx: Tx, contactId: number): Promise<FoundConsent[]> =>
  tx.prepared<FoundConsent>(FIND, [contactId]);

export interface FoundAlike
  extends Pick<FoundConsent, 'id' | 'channel' | 'kind' | 'purpose' | 'evidence' | 'given_at' | 'expires_on'> {
  /** 0: said by the number itself, before or without a contact. */
  readonly contact_id: number;
  /** Value shared with the requested contact. */
  readonly by: 'phone' | 'email';
}

/**
 * Entries that count, of contacts with the same number or address as this one, deleted and merged ones as well: who has
 * forbidden something to one of them has forbidden it to all.
 */
const FIND_ALIKE = `
  with alike as (
    select id, 'phone' as "by" from contacts where account_id = app_account_id() and phone = $2 and id <> $1
    union select id, 'phone' from contacts where account_id = app_account_id() and phone_2 = $2 and id <> $1
    union select id, 'email' from contacts where account_id = app_account_id() and lower(email) = lower($3) and id <> $1
    union select id, 'email' from contacts where account_id = app_account_id() and lower(email_2) = lower($3) and id <> $1
  )
  select s."by", e.contact_id, e.id, e.channel, e.kind, e.purpose, e.evidence, e.given_at, e.expires_on
  from alike s join contact_consents e on e.contact_id = s.id
  where e.kind <> 'retracted' and not exists (select from contact_consents x where x.retracts_id = e.id)
  union all
  select s."by", s.id, l.id, l.channel, l.kind, l.purpose, l.evidence, l.given_at, l.expires_on
  from alike s cross join lateral (${LOGGED} and a.contact_id = s.id) l where s."by" = 'phone'
  union all
  select 'phone', 0, null, 'text', n.kind, case n.kind when 'given' then 'marketing' else 'any' end,
    n.evidence, n.given_at, null
  from number_consents n where n.account_id = app_account_id() and n.number = $2`;

export const findAlike = (
  tx: Tx,
  { id, phone, email }: { readonly id: number; readonly phone: string | null; readonly email: string | null },
): Promise<FoundAlike[]> => tx.prepared<FoundAlike>(FIND_ALIKE, [id, phone || null, email || null]);

type Said = Pick<FoundConsent, 'id' | 'channel' | 'kind' | 'purpose' | 'evidence' | 'given_at' | 'expires_on'>;

/** Entries that count, of several contacts. */
export const findConsentsOfEach = (tx: Tx, contactIds: readonly number[]) =>
  tx.prepared<Said & { readonly contact_id: number }>(
    `select e.contact_id, e.id, e.channel, e.kind, e.purpose, e.evidence, e.given_at, e.expires_on
     from contact_consents e where e.contact_id = any($1::bigint[]) and e.kind <> 'retracted'
       and not exists (select from contact_consents x where x.retracts_id = e.id)
     union all
     select o.id, l.id, l.channel, l.kind, l.purpose, l.evidence, l.given_at, l.expires_on
     from unnest($1::bigint[]) as o(id) cross join lateral (${LOGGED} and a.contact_id = o.id) l`,
    [contactIds],
  );

interface Alike {
  readonly id: number;
  readonly phone: string | null;
  readonly email: string | null;
}

/** The same as `findAlike`, of several contacts; `place` is that of the contact, from 0. */
export const findAlikeOfEach = (tx: Tx, contacts: readonly Alike[]) =>
  tx.prepared<FoundAlike & { readonly place: number }>(
    `with asked as materialized (
       select place::int - 1 as place, id, phone, lower(email) as email
       from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as t(id, phone, email, place)
     ), alike as materialized (
       select a.place, c.id, 'phone' as "by" from asked a cross join lateral (
         select id from contacts where account_id = app_account_id() and phone = a.phone and id <> a.id) c
       union select a.place, c.id, 'phone' from asked a cross join lateral (
         select id from contacts where account_id = app_account_id() and phone_2 = a.phone and id <> a.id) c
       union select a.place, c.id, 'email' from asked a cross join lateral (
         select id from contacts where account_id = app_account_id() and lower(email) = a.email and id <> a.id) c
       union select a.place, c.id, 'email' from asked a cross join lateral (
         select id from contacts where account_id = app_account_id() and lower(email_2) = a.email and id <> a.id) c
     )
     select s.place, s."by", e.contact_id, e.id, e.channel, e.kind, e.purpose, e.evidence, e.given_at, e.expires_on
     from alike s join contact_consents e on e.contact_id = s.id
     where e.kind <> 'retracted' and not exists (select from contact_consents x where x.retracts_id = e.id)
     union all
     select s.place, s."by", s.id, l.id, l.channel, l.kind, l.purpose, l.evidence, l.given_at, l.expires_on
     from alike s cross join lateral (${LOGGED} and a.contact_id = s.id) l where s."by" = 'phone'
     union all
     select a.place, 'phone', 0, null, 'text', n.kind, case n.kind when 'given' then 'marketing' else 'any' end,
       n.evidence, n.given_at, null
     from asked a join number_consents n on n.account_id = app_account_id() and n.number = a.phone`,
    [
      contacts.map(({ id }) => id),
      contacts.map(({ phone }) => phone || null),
      contacts.map(({ email }) => email || null),
    ],
  );

export interface NewConsent extends Pick<ConsentEntry, 'channel' | 'purpose' | 'evidence' | 'source' | 'expires_on'> {
  readonly kind: ConsentEntry['kind'] | 'retracted';
  readonly contactId: number;
  readonly givenAt: Date;
  /** `null`: no user; the contact said it by text. */
  readonly userId: number | null;
  readonly actorId: number | null;
  readonly at: Date;
  /** `null`: it is no retraction. */
  readonly retractsId: number | null;
  /** The import that brought it; absent: none. */
  readonly importId?: number;
}

export async function insertConsent(tx: Tx, entry: NewConsent): Promise<number> {
  const [made] = await insertConsents(tx, [entry]);
  if (made === undefined) throw new Error('the new entry has no row');
  return made.id;
}

/** Adds entries, except a second retraction of an entry. Returns the new ones. */
export const insertConsents = (tx: Tx, entries: readonly NewConsent[]) =>
  tx.raw<{ id: number; contact_id: number; retracts_id: number | null }>(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, expires_on,
       user_id, actor_id, created_at, retracts_id, import_id)
     select app_account_id(), e.* from jsonb_to_recordset($1::jsonb) as e("contactId" bigint, channel text, kind text,
       purpose text, evidence text, source text, "givenAt" timestamptz, expires_on date, "userId" bigint,
       "actorId" bigint, at timestamptz, "retractsId" bigint, "importId" bigint)
     on conflict (retracts_id) where retracts_id is not null do nothing returning id, contact_id, retracts_id`,
    [JSON.stringify(entries)],
  );

/** Entries by their ids, with the contact that has them now. */
export const findEntries = (tx: Tx, ids: readonly number[]) =>
  tx.raw<Pick<NewConsent, 'channel' | 'purpose' | 'source'> & { id: number; contact_id: number }>(
    'select id, contact_id, channel, purpose, source from contact_consents where id = any($1) order by id',
    [ids],
  );

const OF_IMPORT = `contact_consents e where import_id = $1 and kind <> 'retracted'
       and not exists (select from contact_consents x where x.retracts_id = e.id)`;

/** Entries that an import brought and that count, wherever their contacts are now, deleted ones as well. */
export const findOfImport = (tx: Tx, importId: number, limit: number) =>
  tx.raw<{ id: number; kind: string }>(`select id, kind from ${OF_IMPORT} order by id limit $2`, [importId, limit]);

/** How many there are. */
export const countOfImport = (tx: Tx, importId: number) =>
  tx.raw<ConsentCounts>(
    `select count(*) filter (where kind <> 'given')::int as opt_outs, count(*) filter (where kind = 'given')::int as opt_ins
     from ${OF_IMPORT}`,
    [importId],
  );
