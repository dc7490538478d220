import type { Tx } from '../../db/tx.ts';
import { insertDemoTemplates } from './demo-templates.sql.ts';

interface Words {
  /** Name and color, in order. */
  readonly statuses: readonly (readonly [name: string, color: string])[];
  /** By group, in their order. */
  readonly flow: readonly (readonly [group: string, statuses: readonly (readonly [name: string, color: string])[]])[];
  readonly groups: readonly string[];
  readonly sources: readonly string[];
  readonly categories: readonly (readonly [title: string, description: string])[];
  readonly vendors: readonly (readonly [name: string, type: string])[];
}

const INSURANCE: Words = {
  statuses: [
    ['New', 'blue'],
    ['Contacted', 'yellow'],
    ['Appointment set', 'purple'],
    ['Quoted', 'orange'],
    ['Application out', 'pink'],
    ['Client', 'green'],
    ['Not interested', 'grey'],
    ['Wrong number', 'red'],
  ],
  flow: [
    [
      'First contact',
      [
        ['Call once', 'blue'],
        ['Call again', 'blue'],
        ['Letter sent', 'yellow'],
      ],
    ],
    [
      'Appointment',
      [
        ['Confirm', 'purple'],
        ['Visit', 'purple'],
      ],
    ],
    [
      'After the sale',
      [
        ['Welcome call', 'green'],
        ['Annual review', 'green'],
      ],
    ],
  ],
  groups: ['Church members', 'Spring seminar', 'Walk-ins'],
  sources: ['Direct mail', 'Facebook', 'Referral', 'Seminar', 'Web form'],
  categories: [
    ['Dental', 'Dental and vision plans'],
    ['Final expense', 'Small whole life policies'],
    ['Life', 'Term and whole life'],
    ['Medicare', 'Advantage, supplement and Part D'],
  ],
  vendors: [
    ['COMRA', 'Web leads'],
    ['LeadStream', 'Live transfers'],
    ['Prairie Mailers', 'Direct mail'],
  ],
};

const RECRUITING: Words = {
  ...INSURANCE,
  statuses: [
    ['New', 'blue'],
    ['Interview set', 'purple'],
    ['Interviewed', 'yellow'],
    ['Licensing', 'orange'],
    ['Contracted', 'green'],
    ['Not a fit', 'grey'],
  ],
  groups: ['Career day', 'Veterans'],
};

export interface DemoChoices {
  readonly statuses: readonly number[];
  readonly flow: readonly number[];
  readonly groups: readonly number[];
}

/** Fills the lists that contacts choose from. Answers the ids in their order. */
export async function insertDemoReference(tx: Tx, accountId: number, recruits: boolean): Promise<DemoChoices> {
  const words = recruits ? RECRUITING : INSURANCE;
  const idsOf = async (text: string, values: readonly unknown[]): Promise<number[]> =>
    (await tx.raw<{ id: number }>(text, [accountId, ...values])).map(({ id }) => id);

  const statuses = await idsOf(
    `insert into statuses (account_id, name, color, position)
     select $1, name, color, place - 1 from unnest($2::text[], $3::text[]) with ordinality as s(name, color, place)
     order by place returning id`,
    [words.statuses.map(([name]) => name), words.statuses.map(([, color]) => color)],
  );
  const flowGroups = await idsOf(
    `insert into agentflow_status_groups (account_id, name, position)
     select $1, name, place - 1 from unnest($2::text[]) with ordinality as g(name, place) order by place returning id`,
    [words.flow.map(([group]) => group)],
  );
  const steps = words.flow.flatMap(([, of], at) => of.map(([name, color]) => ({ name, color, group: flowGroups[at] })));
  const flow = await idsOf(
    `insert into agentflow_statuses (account_id, name, color, position, agentflow_status_group_id)
     select $1, name, color, place - 1, in_group
     from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as s(name, color, in_group, place)
     order by place returning id`,
    [steps.map(({ name }) => name), steps.map(({ color }) => color), steps.map(({ group }) => group)],
  );
  const groups = await idsOf('insert into groups (account_id, name) select $1, unnest($2::text[]) returning id', [
    words.groups,
  ]);
  await tx.raw('insert into sources (account_id, name) select $1, unnest($2::text[])', [accountId, words.sources]);
  await tx.raw(
    'insert into categories (account_id, title, description) select $1, unnest($2::text[]), unnest($3::text[])',
    [accountId, words.categories.map(([title]) => title), words.categories.map(([, text]) => text)],
  );
  await tx.raw(
    'insert into api_vendors (account_id, vendor_name, vendor_type) select $1, unnest($2::text[]), unnest($3::text[])',
    [accountId, words.vendors.map(([name]) => name), words.vendors.map(([, type]) => type)],
  );
  await insertDemoCarriers(tx, accountId);
  await insertDemoOffices(tx, accountId);
  await insertDemoTemplates(tx, accountId);
  await insertDemoTriggers(tx, accountId);
  await insertDemoKits(tx, accountId);
  return { statuses, flow, groups };
}

/** What is known of carriers; policies add the others. */
const insertDemoCarriers = (tx: Tx, accountId: number) =>
  tx.raw(
    `insert into carriers (account_id, name, lines, agent_line, website, active)
     select $1, name, string_to_array(lines, ', '), agent_line, website, active
     from (values ('Aetna', 'Medicare Advantage, Part D, Medigap', '+18005550114', 'https://aetna.example.com', true),
                  ('Humana', 'Medicare Advantage, Part D, Dental', '+18005550127', 'https://humana.example.com', true),
                  ('Mutual of Omaha', 'Medigap, Final expense, Life', '+18005550131', 'https://moo.example.com', true),
                  ('Cigna', 'Medigap, Dental', '+18005550146', 'https://cigna.example.com', true),
                  ('WellCare', 'Part D', '', '', false),
                  ('Prairie Mutual', 'Final expense', '', '', true))
       as c(name, lines, agent_line, website, active)`,
    [accountId],
  );

/** A main office, and a branch for each further business unit. */
const insertDemoOffices = (tx: Tx, accountId: number) =>
  tx.raw(
    `insert into office_locations
       (account_id, business_unit_id, name, office_type, address, city, state, zip_code, phone, email, timezone)
     select $1, case when o.place > 1 then u.id end, o.name, case when o.place = 1 then 'main' else 'branch' end,
       o.address, o.city, 'TX', o.zip_code, o.phone, o.email, 'cst'
     from (values (1, 'Headquarters', '500 Congress Ave', 'Austin', '78701', '+15125550142', 'office@example.com'),
                  (2, 'San Antonio', '112 E Pecan St', 'San Antonio', '78205', '+12105550112', 'sanantonio@example.com'))
       as o(place, name, address, city, zip_code, phone, email)
     join (select id, row_number() over (order by id) as place from business_units where account_id = $1) u
       on u.place = o.place`,
    [accountId],
  );

/** A letter and labels that managers may assign. */
const insertDemoKits = (tx: Tx, accountId: number) =>
  tx.raw(
    `insert into mailer_kits (account_id, name, purpose, kind, body, per_household)
     values ($1, 'Turning 65', 'Medicare starts in a few months', 'letters', $2, false),
            ($1, 'Holiday cards', 'Labels for the envelopes', 'labels', '', true)`,
    [
      accountId,
      'Dear {{ first_name | default: "neighbor" }},\n\nMedicare starts at 65. Let us find the plan that fits.\n\n{{ my_name }}',
    ],
  );

/** One that agents may use, one that waits for approval, and one of e-mail. */
const insertDemoTriggers = (tx: Tx, accountId: number) =>
  tx.raw(
    `insert into campaign_triggers (account_id, name, description, body, trigger_type, category, trigger, enabled,
       compliant, show_on_bulk, show_on_conversation, recurrence, all_email_ids)
     select $1, t.name, t.description, t.body, t.type, t.category, t.trigger, t.enabled, t.compliant, true, t.type = 'sms',
       t.recurrence, case when t.type = 'email'
         then array(select id from email_templates where account_id = $1 and name = 'Yearly review') else '{}' end
     from (values
       ('Birthday text', 'A short wish', 'Happy birthday, {{ first_name }}! {{ my_name }}. Reply STOP to opt out.',
        'sms', 'Birthdays', 'birthday', true, true, 'yearly'),
       ('Appointment reminder', '', 'See you soon, {{ first_name }}.', 'sms', 'Appointments', 'appointment_booked',
        false, false, 'none'),
       ('Yearly review', 'Before the anniversary of a policy', '', 'email', 'Reviews', 'policy_anniversary', true, true,
        'yearly')) as t(name, description, body, type, category, trigger, enabled, compliant, recurrence)`,
    [accountId],
  );

const DAY_MS = 86_400_000;

const FOLLOW_UPS = ['Call back about the quote', 'Send the drug list', 'Ask about the appointment', 'Renewal talk'];

/** Choices for a position in its book: the same each time, and spread over all options. */
export function demoChoicesAt({ statuses, flow, groups }: DemoChoices, place: number, now: Date) {
  const spread = (place * 7_919) % 1_000;
  const daysAway = (spread % 21) - 6;
  const isDue = spread < 60;
  return {
    status_id: spread < 780 ? statuses[spread % statuses.length] : null,
    agentflow_status_id: spread % 5 === 0 ? flow[spread % flow.length] : null,
    group_id: spread % 9 === 0 ? groups[spread % groups.length] : null,
    follow_up_on: isDue ? new Date(now.getTime() + daysAway * DAY_MS).toISOString().slice(0, 10) : null,
    follow_up_note: isDue ? (FOLLOW_UPS[spread % FOLLOW_UPS.length] ?? '') : '',
  };
}

/** Saved views of the people with whose names a newcomer signs in; the manager shares one. */
export const insertDemoViews = (tx: Tx, accountId: number) =>
  tx.raw(
    `with tagged as (
       select name, jsonb_build_array(jsonb_build_object('field', 'tag', 'value', id::text)) as search
       from tags where account_id = $1 and name in ('hot', 'turning 65')
     )
     insert into quick_filters (account_id, user_id, name, scope, shared, position)
     select $1, u.id, v.name, v.scope, v.shared, v.position from users u join (
       select 'agent' as username, 'Hot leads' as name, jsonb_build_object('search', search) as scope, false as shared, 0 as position
         from tagged where name = 'hot'
       union all select 'agent', 'Texas clients', '{"type": "client", "search": [{"field": "state", "value": "TX"}]}', false, 1
       union all select 'manager', 'Turning 65', jsonb_build_object('search', search), true, 0 from tagged where name = 'turning 65'
     ) v on v.username = u.username where u.account_id = $1`,
    [accountId],
  );
