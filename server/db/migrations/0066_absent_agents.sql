-- An agent whose page was closed may rejoin a call of a carrier: the other party waits for a while.
alter table calls
  -- When they asked to hang up; a leg of theirs that ends without it may come back.
  add column hung_up_at timestamptz,
  -- Since when the other party waits for them; null: they are there, or the call is over.
  add column away_since timestamptz,
  -- The leg by which they rejoined last; null: the first one.
  add column agent_leg text;
create unique index calls_agent_leg on calls (agent_leg) where agent_leg is not null;
