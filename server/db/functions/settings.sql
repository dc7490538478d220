-- What a setting is in the installation's first account, for those who have no session. Null: its default.
create or replace function find_first_setting(key text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select value from setting_changes
  where setting = key and is_current and account_id = (select min(id) from accounts)
$$;
alter function find_first_setting(text) owner to bellwether_definer;
revoke all on function find_first_setting(text) from public;
grant execute on function find_first_setting(text) to bellwether_app;

-- Which of these settings have a text in some account: which providers pages may load from.
create or replace function find_used_settings(keys text[]) returns table (setting text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct setting from setting_changes
  where setting = any (keys) and is_current and coalesce(value, '""') <> '""'
$$;
alter function find_used_settings(text[]) owner to bellwether_definer;
revoke all on function find_used_settings(text[]) from public;
grant execute on function find_used_settings(text[]) to bellwether_app;
