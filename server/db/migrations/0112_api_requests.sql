-- Keys of vendors, and the log of requests that come with a key or a token.
alter table api_keys
  add column api_vendor_id bigint references api_vendors,
  -- Null: it works.
  add column paused_at timestamptz;
create index api_keys_vendor on api_keys (api_vendor_id) where api_vendor_id is not null;

create table api_requests (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  key_id bigint not null references api_keys,
  at timestamptz not null,
  method text not null,
  -- Without the query, which may contain names.
  path text not null,
  status smallint not null,
  -- Milliseconds.
  took int not null,
  request_id text not null,
  -- Names of the fields sent and the form of their values, never a text.
  payload text not null
);
create index api_requests_account on api_requests (account_id, id desc);
create index api_requests_failed on api_requests (account_id, id desc) where status >= 400;
create index api_requests_key on api_requests (key_id, at);
create index api_requests_at on api_requests (at);
call isolate_by_account('api_requests');
