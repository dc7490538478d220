-- Facts that decide what a user owes before anything else (src/rules/access/debts.ts); every request reads them with
-- the session or key that it comes with.
-- Without a subquery, so that it costs no call of its own.
create or replace function debt_facts(terms_accepted date, paid boolean, change_password boolean, two_factor_due boolean) returns jsonb
language sql stable as $$
  select jsonb_build_object('terms_accepted', terms_accepted, 'paid', paid, 'change_password', change_password,
                            'two_factor_due', two_factor_due)
$$;
revoke all on function debt_facts(date,boolean,boolean,boolean) from public;
grant execute on function debt_facts(date,boolean,boolean,boolean) to bellwether_definer;
