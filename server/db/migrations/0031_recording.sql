-- How calls are recorded, state by state, and whose bytes recordings are.

insert into compliance_rules (rule, jurisdiction, channel, purpose, starts_on, ends_on, value, title, source, source_url, to_review)
values
  ('recording', 'US', 'call', 'marketing', '2022-10-01', null, '{"mode": "locked"}',
   'Marketing and sales calls are recorded from beginning to end', '42 CFR 422.2274(g)(2)(ii)',
   'https://www.ecfr.gov/current/title-42/section-422.2274', true),
  ('recording', 'US-CA', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'California: everybody on a call agrees to its recording', 'Cal. Penal Code 632 and 632.7', '', true),
  ('recording', 'US-CT', 'call', null, '2000-01-01', null, '{"mode": "announced"}',
   'Connecticut: a recording is announced at its beginning', 'Conn. Gen. Stat. 52-570d', '', true),
  ('recording', 'US-FL', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'Florida: everybody on a call agrees to its recording', 'Fla. Stat. 934.03(2)(d)', '', true),
  ('recording', 'US-IL', 'call', null, '2014-12-30', null, '{"mode": "consented"}',
   'Illinois: everybody on a call agrees to its recording', '720 ILCS 5/14-2', '', true),
  ('recording', 'US-MA', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'Massachusetts: nobody is recorded in secret', 'Mass. Gen. Laws ch. 272, 99', '', true),
  ('recording', 'US-MD', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'Maryland: everybody on a call agrees to its recording', 'Md. Code, Cts. and Jud. Proc. 10-402(c)(3)', '', true),
  ('recording', 'US-MI', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'Michigan: everybody on a call agrees to its recording', 'Mich. Comp. Laws 750.539c', '', true),
  ('recording', 'US-MT', 'call', null, '2000-01-01', null, '{"mode": "announced"}',
   'Montana: everybody on a call knows of its recording', 'Mont. Code 45-8-213(1)(c)', '', true),
  ('recording', 'US-NH', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'New Hampshire: everybody on a call agrees to its recording', 'N.H. Rev. Stat. 570-A:2', '', true),
  ('recording', 'US-NV', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'Nevada: everybody on a call agrees to its recording', 'Nev. Rev. Stat. 200.620', '', true),
  ('recording', 'US-PA', 'call', null, '2000-01-01', null, '{"mode": "consented"}',
   'Pennsylvania: everybody on a call agrees to its recording', '18 Pa. Cons. Stat. 5704(4)', '', true),
  ('recording', 'US-WA', 'call', null, '2000-01-01', null, '{"mode": "announced"}',
   'Washington: a recording is announced to everybody on the call', 'Wash. Rev. Code 9.73.030(3)', '', true);

-- Those of these names in the storage that a row says are its bytes.
create or replace function find_named_keys(keys text[]) returns table (key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select file_key from files where file_key = any (keys) and removed_at is null and state in ('checking', 'ready')
  union select view_key from files where view_key = any (keys) and removed_at is null
  union select thumb_key from files where thumb_key = any (keys) and removed_at is null
  union select file_key from attachment_imports where file_key = any (keys) and finished_at is null
  union select file_key from imports where file_key = any (keys) and file_removed_at is null
  union select file_key from print_jobs where file_key = any (keys)
  union select recording_key from call_recordings where recording_key = any (keys)
$$;
