-- What the law and the agency say about reaching people, by date. Rows are never edited: a rule ends and another follows.
create table compliance_rules (
  id bigint generated always as identity primary key,
  -- Null: shipped with the product, for everybody.
  account_id bigint references accounts,
  -- hours, consent, do_not_call, opt_out, data_sharing, scope_of_appointment, retention.
  rule text not null,
  -- US, or a state as US-TX.
  jurisdiction text not null,
  -- call, text, mail, share; null: all.
  channel text,
  -- service, marketing, automated: it and everything beyond; null: all.
  purpose text,
  -- Days that the rule is in force, both included. Null: until somebody ends it.
  starts_on date not null,
  ends_on date,
  -- What the rule asks for, by `rule`: RuleValue of the contract.
  value jsonb not null default '{}',
  title text not null,
  -- Where it is written, as lawyers cite it.
  source text not null,
  source_url text not null default '',
  -- Nobody with a licence to practise law has confirmed this row.
  to_review boolean not null default false,
  -- Null: shipped.
  created_by bigint references users,
  created_at timestamptz not null default clock_now(),
  check (jurisdiction ~ '^US(-[A-Z]{2})?$'),
  check (ends_on is null or ends_on >= starts_on)
);
create index compliance_rules_account on compliance_rules (account_id, rule);

-- An account ends a rule, its own or a shipped one, for itself.
create table compliance_rule_ends (
  rule_id bigint not null references compliance_rules,
  account_id bigint not null references accounts,
  -- The last day in force.
  ends_on date not null,
  reason text not null,
  user_id bigint not null references users,
  created_at timestamptz not null default clock_now(),
  primary key (account_id, rule_id)
);
call isolate_by_account('compliance_rule_ends');

-- What a contact has agreed to or forbidden. Rows are added, never changed: the last word counts.
create table contact_consents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  -- call, text, mail, share, any.
  channel text not null,
  -- given, withdrawn, do_not_call; retracted: what `retracts_id` says was a slip.
  kind text not null,
  retracts_id bigint references contact_consents,
  -- service, marketing, automated, any.
  purpose text not null default 'any',
  -- How it is known, in words; where it came from: asked, form, import, scrub, mail, text, letter, other.
  evidence text not null,
  source text not null,
  given_at timestamptz not null,
  -- The last day it holds; null: until it is withdrawn.
  expires_on date,
  -- Who wrote it down and who signed in; null: nobody, as in the demo world.
  user_id bigint references users,
  actor_id bigint references users,
  created_at timestamptz not null default clock_now(),
  check (kind = 'given' or expires_on is null),
  check ((kind = 'retracted') = (retracts_id is not null))
);
create unique index contact_consents_retracted on contact_consents (retracts_id) where retracts_id is not null;
create index contact_consents_contact on contact_consents (contact_id, given_at desc, id desc);
call isolate_by_account('contact_consents');

-- What was decided when somebody reached a contact, and by which row.
create table contact_decisions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  channel text not null,
  purpose text not null,
  at timestamptz not null,
  allowed boolean not null,
  -- Null: no rule speaks of it.
  rule_id bigint references compliance_rules,
  reason text not null,
  evidence jsonb not null default '{}',
  -- Null: no minute is known.
  next_at timestamptz,
  user_id bigint not null references users,
  actor_id bigint not null references users
);
create index contact_decisions_contact on contact_decisions (contact_id, id desc);
call isolate_by_account('contact_decisions');

insert into compliance_rules (rule, jurisdiction, channel, purpose, starts_on, ends_on, value, title, source, source_url, to_review)
values
  ('hours', 'US', 'call', 'marketing', '1992-12-20', null, '{"from": "08:00", "to": "21:00"}',
   'Sales calls from 8 am to 9 pm where the person is', '47 CFR 64.1200(c)(1)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('hours', 'US', 'text', 'marketing', '1992-12-20', null, '{"from": "08:00", "to": "21:00"}',
   'Sales texts from 8 am to 9 pm where the person is', '47 CFR 64.1200(c)(1)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('do_not_call', 'US', 'call', 'marketing', '2003-10-01', null, '{}',
   'No sales calls to numbers on a do-not-call list', '47 CFR 64.1200(c)(2) and (d)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('do_not_call', 'US', 'text', 'marketing', '2024-03-26', null, '{}',
   'No sales texts to numbers on a do-not-call list', '47 CFR 64.1200(e)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('consent', 'US', 'call', 'automated', '2013-10-16', null, '{"written": true}',
   'Automated sales calls only with prior express written consent', '47 CFR 64.1200(a)(2) and (3)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('consent', 'US', 'text', 'automated', '2013-10-16', null, '{"written": true}',
   'Automated sales texts only with prior express written consent', '47 CFR 64.1200(a)(2)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('opt_out', 'US', 'call', null, '2025-04-11', null, '{}',
   'Consent to calls may be withdrawn in any reasonable way', '47 CFR 64.1200(a)(10)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('opt_out', 'US', 'text', null, '2025-04-11', null, '{}',
   'Consent to texts may be withdrawn in any reasonable way', '47 CFR 64.1200(a)(10)',
   'https://www.ecfr.gov/current/title-47/section-64.1200', false),
  ('opt_out', 'US', 'mail', 'marketing', '2004-01-01', null, '{}',
   'No sales mail to who has opted out', '15 USC 7704(a)(4), 16 CFR 316',
   'https://www.ecfr.gov/current/title-16/part-316', false),
  ('data_sharing', 'US', 'share', null, '2024-10-01', null, '{"written": true}',
   'Personal data goes to another marketing organization only with prior express written consent', '42 CFR 422.2274(g)(4)',
   'https://www.ecfr.gov/current/title-42/section-422.2274', false),
  ('scope_of_appointment', 'US', null, 'marketing', '2023-09-30', '2026-09-30', '{"hours_before": 48}',
   'Scope of appointment agreed 48 hours before a personal sales meeting', '42 CFR 422.2264(c)(3)',
   'https://www.ecfr.gov/current/title-42/section-422.2264', false),
  ('scope_of_appointment', 'US', null, 'marketing', '2026-10-01', null, '{"hours_before": 0}',
   'Scope of appointment agreed and recorded before a personal sales meeting', '42 CFR 422.2264(c)(3), 91 FR 17384',
   'https://www.ecfr.gov/current/title-42/section-422.2264', true),
  ('retention', 'US', null, null, '2000-01-01', null, '{"years": 10}',
   'Records of enrollment and consent are kept for 10 years', '42 CFR 422.504(d)',
   'https://www.ecfr.gov/current/title-42/section-422.504', false),
  ('retention', 'US', 'call', 'marketing', '2026-10-01', null, '{"years": 6}',
   'Recordings of marketing and sales calls are kept for 6 years', '42 CFR 422.2274, 91 FR 17384',
   'https://www.ecfr.gov/current/title-42/section-422.2274', true),
  ('hours', 'US-FL', 'call', 'marketing', '2021-07-01', null, '{"from": "08:00", "to": "20:00"}',
   'Florida: sales calls from 8 am to 8 pm', 'Fla. Stat. 501.616(6)', '', true),
  ('hours', 'US-FL', 'text', 'marketing', '2021-07-01', null, '{"from": "08:00", "to": "20:00"}',
   'Florida: sales texts from 8 am to 8 pm', 'Fla. Stat. 501.616(6)', '', true),
  ('hours', 'US-OK', 'call', 'marketing', '2022-11-01', null, '{"from": "08:00", "to": "20:00"}',
   'Oklahoma: sales calls from 8 am to 8 pm', '15 Okla. Stat. 775C', '', true),
  ('hours', 'US-OK', 'text', 'marketing', '2022-11-01', null, '{"from": "08:00", "to": "20:00"}',
   'Oklahoma: sales texts from 8 am to 8 pm', '15 Okla. Stat. 775C', '', true),
  ('hours', 'US-MD', 'call', 'marketing', '2024-01-01', null, '{"from": "08:00", "to": "20:00"}',
   'Maryland: sales calls from 8 am to 8 pm', 'Md. Code, Com. Law 14-4501', '', true),
  ('hours', 'US-MD', 'text', 'marketing', '2024-01-01', null, '{"from": "08:00", "to": "20:00"}',
   'Maryland: sales texts from 8 am to 8 pm', 'Md. Code, Com. Law 14-4501', '', true),
  ('hours', 'US-CT', 'call', 'marketing', '2023-10-01', null, '{"from": "09:00", "to": "20:00"}',
   'Connecticut: sales calls from 9 am to 8 pm', 'Conn. Gen. Stat. 42-288a', '', true),
  ('hours', 'US-CT', 'text', 'marketing', '2023-10-01', null, '{"from": "09:00", "to": "20:00"}',
   'Connecticut: sales texts from 9 am to 8 pm', 'Conn. Gen. Stat. 42-288a', '', true),
  ('hours', 'US-TX', 'call', 'marketing', '2009-04-01', null,
   '{"from": "09:00", "to": "21:00", "days": ["mon", "tue", "wed", "thu", "fri", "sat"]}',
   'Texas: sales calls from 9 am to 9 pm on weekdays and Saturdays', 'Tex. Bus. and Com. Code 301.051', '', true),
  ('hours', 'US-TX', 'call', 'marketing', '2009-04-01', null, '{"from": "12:00", "to": "21:00", "days": ["sun"]}',
   'Texas: sales calls from noon to 9 pm on Sundays', 'Tex. Bus. and Com. Code 301.051', '', true),
  ('hours', 'US-TX', 'text', 'marketing', '2025-09-01', null,
   '{"from": "09:00", "to": "21:00", "days": ["mon", "tue", "wed", "thu", "fri", "sat"]}',
   'Texas: sales texts from 9 am to 9 pm on weekdays and Saturdays', 'Tex. Bus. and Com. Code 301.051, 302.001', '', true),
  ('hours', 'US-TX', 'text', 'marketing', '2025-09-01', null, '{"from": "12:00", "to": "21:00", "days": ["sun"]}',
   'Texas: sales texts from noon to 9 pm on Sundays', 'Tex. Bus. and Com. Code 301.051, 302.001', '', true);

-- Every account reads what is shipped, and adds its own; without an account nothing is there.
alter table compliance_rules enable row level security;
alter table compliance_rules force row level security;
create policy account_isolation on compliance_rules to bellwether_app
  using (app_account_id() is not null and (account_id is null or account_id = app_account_id())) with check (account_id = app_account_id());
create policy definer_access on compliance_rules to bellwether_definer using (true) with check (true);

-- Kept as they were written; a merge of contacts alone gives entries another contact.
revoke update, delete on compliance_rules, compliance_rule_ends, contact_consents, contact_decisions from bellwether_app;
grant update (contact_id) on contact_consents, contact_decisions to bellwether_app;
