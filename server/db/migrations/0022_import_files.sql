alter table imports
  -- Names of the sheets of a workbook, and which of them is read, from 0. Null: the file is a text.
  add column sheets text[] not null default '{}',
  add column sheet int,
  -- The product that wrote the file. Null: none that we know.
  add column made_by text,
  -- What was found and does not hinder, one sentence each.
  add column warnings text[] not null default '{}',
  -- Whether a first line that tells the delimiter is none of the file's; rows uploaded before were counted with it.
  add column skips_separator boolean not null default false;
alter table imports alter column skips_separator set default true;
