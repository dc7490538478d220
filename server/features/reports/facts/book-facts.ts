import { sql } from 'kysely';
import { UNTOUCHED_DAYS } from '#rules/reports/contacts-link.ts';
import { plusDays } from '#rules/time/days.ts';
import {
  type Asked,
  between,
  CONTACT_NAME,
  dayOf,
  type FactSource,
  flag,
  folded,
  ofContacts,
  one,
  type Sql,
  within,
} from './fact-source.ts';

const CONTACT_SPLITS: FactSource['splits'] = {
  source: folded(sql`c.source`),
  state: { key: sql`c.state` },
  contact_type: { key: sql`c.type` },
  contact_status: {
    key: sql`coalesce(c.status_id::text, '')`,
    label: sql`(select s.name from statuses s where s.id = c.status_id)`,
  },
  vendor: {
    key: sql`coalesce(c.api_vendor_id::text, '')`,
    label: sql`(select v.vendor_name from api_vendors v where v.id = c.api_vendor_id)`,
  },
};

/** Cents of a year. */
const ANNUAL = sql`coalesce(p.premium_cents, 0) * case p.premium_period
  when 'month' then 12 when 'quarter' then 4 when 'half_year' then 2 else 1 end`;

const policies = (asked: Asked, day: Sql | null, where: Sql): FactSource => ({
  kind: 'policy',
  from: sql`policies p join contacts c on c.id = p.contact_id`,
  where: [sql`p.account_id = app_account_id() and p.deleted_at is null`, where, ...ofContacts(asked)],
  id: sql`p.id`,
  person: sql`c.owner_id`,
  contact: 'c',
  day,
  splits: {
    ...CONTACT_SPLITS,
    carrier: folded(sql`p.carrier`),
    policy_type: { key: sql`p.type` },
    policy_status: { key: sql`p.status` },
  },
  measures: { policies: one, premium_cents: ANNUAL, ended: flag(sql`p.status in ('lapsed', 'cancelled')`) },
  title: CONTACT_NAME,
  detail: sql`concat_ws(', ', nullif(p.carrier, ''), nullif(p.plan_name, ''))`,
});

/** Policies that were sold; quotes and applications aren't. */
export const soldPolicies = (asked: Asked): FactSource =>
  policies(
    asked,
    sql`p.effective_on`,
    sql`p.status in ('active', 'lapsed', 'cancelled') and ${between(sql`p.effective_on`, asked)}`,
  );

export const activePolicies = (asked: Asked): FactSource => policies(asked, null, sql`p.status = 'active'`);

export const endingPolicies = (asked: Asked): FactSource =>
  policies(asked, sql`p.expires_on`, sql`p.status = 'active' and ${between(sql`p.expires_on`, asked)}`);

const contacts = (asked: Asked, day: Sql | null, where: Sql): FactSource => ({
  kind: 'contact',
  from: sql`contacts c`,
  where: [sql`c.account_id = app_account_id()`, where, ...ofContacts(asked)],
  id: sql`c.id`,
  person: sql`c.owner_id`,
  contact: 'c',
  day,
  splits: CONTACT_SPLITS,
  measures: {
    contacts: one,
    contacted: flag(sql`c.last_touch_at is not null`),
    sold: flag(
      sql`exists (select from policies p where p.contact_id = c.id and p.deleted_at is null and p.status = 'active')`,
    ),
    overdue: flag(sql`coalesce(c.follow_up_on <= ${asked.today}::date, false)`),
    // As the filter "last touched not since": since the first moment of that day.
    untouched: flag(sql`c.last_touch_at is null or c.last_touch_at
      < (${untouchedSince(asked.today)}::date::timestamp at time zone ${asked.zone})`),
  },
  title: CONTACT_NAME,
  detail: sql`concat_ws(', ', nullif(c.city, ''), nullif(c.state, ''))`,
});

/** The first of the days in which an untouched contact has no activity. */
const untouchedSince = (today: string): string => plusDays(today, -UNTOUCHED_DAYS);

export const addedContacts = (asked: Asked): FactSource =>
  contacts(asked, dayOf(sql`c.created_at`, asked), within(sql`c.created_at`, asked));

export const allContacts = (asked: Asked): FactSource => contacts(asked, null, sql`true`);
