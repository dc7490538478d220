-- Requests that come through public pages of agents, with what the person agreed to.

alter table users
  -- For the notice that Medicare asks for; null: unknown.
  add column webpage_organizations int,
  add column webpage_plans int;

create table webpage_leads (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Whose page it was, or who was asked on the page of an agency.
  user_id bigint not null references users,
  -- Null: suspected, and not added as a contact.
  contact_id bigint references contacts on delete cascade,
  -- The contact was made of it.
  is_new boolean not null default false,
  -- Equal for a repeated submission of the same form.
  key text not null,
  -- proven, unproven, suspected: as src/api/contract/public-pages.contract.ts has it.
  proof text not null,
  -- The solved puzzle, which counts once; null: unsolved.
  puzzle text,
  received_at timestamptz not null,
  host text not null,
  -- As it was typed.
  entered jsonb not null,
  -- Of each box: its words and their version, and whether it was ticked.
  consents jsonb not null,
  address text not null,
  browser text not null
);
create unique index webpage_leads_key on webpage_leads (account_id, key);
create unique index webpage_leads_puzzle on webpage_leads (account_id, puzzle) where puzzle is not null;
create index webpage_leads_user on webpage_leads (user_id, id desc);
create index webpage_leads_contact on webpage_leads (contact_id, received_at desc, id desc) where contact_id is not null;
create index webpage_leads_suspected on webpage_leads (received_at) where contact_id is null;
call isolate_by_account('webpage_leads');
