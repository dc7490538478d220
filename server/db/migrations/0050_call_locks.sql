-- Locks a call together with all sides of its conversation: first the contacts of them all and those of `more`, then the
-- calls, each in the order of ids. Facts of one side change the others, and every change of a call may change its
-- contact, which a merge locks first. A contact that changed while this waited releases the locks and starts over.
create function lock_call(call bigint, more bigint[] default '{}') returns setof calls language plpgsql as $$
declare
  sides bigint[];
  people bigint[];
begin
  loop
    select array_agg(k.id), array_agg(k.contact_id) filter (where k.contact_id is not null) || more into sides, people
    from calls k where k.conversation = (select asked.conversation from calls asked where asked.id = call);
    if sides is null then
      return;
    end if;
    begin
      perform from contacts c where c.id = any(people) order by c.id for no key update;
      perform from calls k where k.id = any(sides) order by k.id for update;
      if exists (select from calls k where k.id = any(sides) and k.contact_id is not null
        and k.contact_id <> all(people)) then
        raise exception using errcode = 'BW001';
      end if;
      return query select k.* from calls k where k.id = call;
      return;
    exception when sqlstate 'BW001' then
      -- The block's locks are released.
    end;
  end loop;
end $$;
