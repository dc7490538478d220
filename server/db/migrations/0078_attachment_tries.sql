-- Pictures that the carrier doesn't hand over: fetched again after growing pauses, and not forever.
alter table text_attachments
  add column tries int not null default 0,
  -- Null: not tried yet.
  add column next_try_at timestamptz;
create index text_attachments_next_try on text_attachments (next_try_at) where state = 'loading' and next_try_at is not null;
drop function if exists find_loading_attachments(int);
