-- no-transaction
-- Header in lower case → the custom field that its column fills.
alter table imports add column if not exists custom_fields jsonb not null default '{}';
-- Custom fields that the user's contacts had at the upload, most used first.
alter table imports add column if not exists known_custom_fields text[] not null default '{}';
