alter table imports
  -- Column index → order of day and month, as chosen. The check finds the others.
  add column date_orders jsonb not null default '{}',
  -- The first rows, as they are read: string[][].
  add column preview jsonb not null default '[]';
