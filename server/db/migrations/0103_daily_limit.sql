-- Messages of campaigns that a person gets a day at most: a rule like others, which an account ends or follows with its own.
insert into compliance_rules (rule, jurisdiction, channel, purpose, starts_on, ends_on, value, title, source, source_url, to_review)
values
  ('daily_limit', 'US', null, 'automated', '2026-01-01', null, '{"messages": 3}',
   'At most 3 campaign messages a day to one person', 'Our default; Fla. Stat. 501.616(6) allows 3 sales calls or texts in 24 hours', '', true);
