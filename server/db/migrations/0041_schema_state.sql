-- About the schema itself: releases, as `release:<version>` with their last migration, and the repeatable functions, as
-- `functions:<file>` with the hash of what was applied.
create table schema_state (name text primary key, value text not null);
grant select on schema_state to bellwether_app;
