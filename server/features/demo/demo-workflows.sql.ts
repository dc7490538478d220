import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import type { Tx } from '../../db/tx.ts';

const STOP = 'Reply STOP to opt out.';
const text = (id: string, under: string, words: string): FlowStep => ({
  kind: 'text',
  id,
  under,
  body: `${words} ${STOP}`,
  refused: 'end',
});

const WELCOME: readonly FlowStep[] = [
  { kind: 'wait_until', id: 's1', under: '', day: 'birthday', days_before: 90 },
  { kind: 'reachable', id: 's2', under: '', channel: 'text' },
  text('s3', 's2:yes', 'Hi {{ first_name }}, Medicare starts the month you turn 65. May I explain your choices?'),
  {
    kind: 'email',
    id: 's4',
    under: 's2:no',
    subject: 'Your Medicare choices, {{ first_name }}',
    body: 'Hi {{ first_name }},\n\nMedicare starts the month you turn 65. May I explain your choices?',
    refused: 'end',
  },
  { kind: 'wait_reply', id: 's5', under: '', count: 3, unit: 'day' },
  { kind: 'follow_up', id: 's6', under: 's5:yes', title: 'Call back', days: 0 },
  text('s7', 's5:no', 'Hi {{ first_name }}, I still have time for your Medicare questions this week.'),
];
/** Its first version, in which some contacts still are. */
const WELCOME_BEFORE: readonly FlowStep[] = WELCOME.filter(({ id }) => id !== 's7').map((step) =>
  step.kind === 'wait_reply' ? { ...step, count: 5 } : step,
);
const AFTER_SALE: readonly FlowStep[] = [
  { kind: 'wait', id: 's1', under: '', count: 1, unit: 'week' },
  text('s2', '', 'Hi {{ first_name }}, did your card arrive?'),
  { kind: 'follow_up', id: 's3', under: '', title: 'Ask for a referral', days: 30 },
];

/** The templates that come with the demo world. */
export const DEMO_TEMPLATES = [
  { category: 'Turning 65', name: 'Turning 65 welcome', steps: WELCOME },
  { category: 'After the sale', name: 'After the sale', steps: AFTER_SALE },
] as const;

const definitionOf = (steps: readonly FlowStep[], trigger: Partial<FlowDefinition['trigger']> = {}) =>
  JSON.stringify({ ...EMPTY_DEFINITION, trigger: { ...EMPTY_DEFINITION.trigger, ...trigger }, steps });

/** Contacts in the workflow that is on. */
const IN_IT = 24;

/** A workflow that is on with contacts at several steps, a draft, and two templates. */
export async function insertDemoWorkflows(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.raw(
    `insert into wf_categories (account_id, name, position) select $1, name, place
     from unnest(array['Turning 65', 'After the sale', 'Winning back']) with ordinality c(name, place)`,
    [accountId],
  );
  const category = `(select id from wf_categories where account_id = $1 and name = $2)`;
  const author = `(select id from users where account_id = $1 and 'admin' = any(roles) order by id limit 1)`;
  for (const { category: group, name, steps } of DEMO_TEMPLATES) {
    await tx.raw(
      `insert into wf_templates (account_id, user_id, shared, category_id, name, definition, active)
       select $1, ${author}, true, ${category}, $3, $4, true where ${author} is not null`,
      [accountId, group, name, definitionOf(steps)],
    );
  }
  const flow = `insert into wf_flows (account_id, user_id, shared, category_id, name, description, definition)
     select $1, ${author}, true, ${category}, $3, $4, $5 where ${author} is not null returning id`;
  await tx.raw(flow, [
    accountId,
    'After the sale',
    'After the sale',
    'Asks whether the card arrived, and for a referral.',
    definitionOf(AFTER_SALE, { kind: 'manual' }),
  ]);
  const [made] = await tx.raw<{ id: number }>(flow, [
    accountId,
    'Turning 65',
    'Turning 65 welcome',
    'Invites contacts to talk 90 days before they turn 65.',
    definitionOf(WELCOME),
  ]);
  if (made !== undefined) await insertRuns(tx, accountId, made.id, now);
}

async function insertRuns(tx: Tx, accountId: number, flowId: number, now: Date): Promise<void> {
  await tx.raw(
    `with versions as (
       insert into wf_versions (account_id, flow_id, number, definition, created_at)
       select f.account_id, f.id, v.number, v.definition, $2::timestamptz - interval '1 day' * (70 - 30 * v.number)
       from wf_flows f cross join lateral (values (1, $3::jsonb), (2, f.definition)) v(number, definition)
       where f.id = $1 returning id, number
     ), version as (select id from versions where number = 2)
     update wf_flows f set status = 'on', live_version_id = version.id, live_trigger = definition -> 'trigger',
       live_since = $2::timestamptz - interval '40 days' from version where f.id = $1`,
    [flowId, now, definitionOf(WELCOME_BEFORE)],
  );
  await tx.raw(
    `with people as (
       select c.id, row_number() over (order by c.id) as place from contacts c
       where c.account_id = $1 and c.deleted_at is null and c.dob is not null order by c.id limit ${IN_IT}
     ), begun as (
       insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, status, step, due_at, since, created_at)
       select $1, f.id, case when p.place % 4 = 1 then before.id else f.live_version_id end, p.id, p.id, 'manual:demo', 'waiting',
         case when p.place % 4 = 0 then 's5' else 's1' end, $3::timestamptz + interval '2 days' * p.place,
         $3::timestamptz - interval '1 day', $3::timestamptz - interval '1 hour' * (30 + p.place)
       from people p cross join wf_flows f join wf_versions before on before.flow_id = f.id and before.number = 1
       where f.id = $2 order by p.place returning id, step, created_at
     )
     insert into wf_steps (account_id, run_id, revision, step, outcome, message, at)
     select $1, b.id, told.revision, told.step, told.outcome, told.message, b.created_at + interval '10 seconds' * told.revision
     from begun b cross join (values (0, 's1', 'waiting', 'The wait has begun.'), (1, 's1', 'done', 'The day has come.'),
       (2, 's2', 'done', 'They may be reached.'), (3, 's3', 'done', 'Text queued.'), (4, 's5', 'waiting', 'The wait has begun.')
     ) told(revision, step, outcome, message)
     where b.step = 's5' or told.revision = 0 order by b.id, told.revision`,
    [accountId, flowId, now],
  );
  await tx.raw(
    `update wf_runs r set revision = (select count(*) from wf_steps s where s.run_id = r.id) where flow_id = $1`,
    [flowId],
  );
}
