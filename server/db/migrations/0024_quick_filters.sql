-- A saved view of the contact list: the scope as its page has it.
create table quick_filters (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  name text not null,
  -- ContactsScope of the contract, without page and cursor.
  scope jsonb not null,
  -- True: everybody below the owner may use it.
  shared boolean not null default false,
  position int not null default 0,
  created_at timestamptz not null default now()
);
create unique index quick_filters_name on quick_filters (user_id, lower(name));
create index quick_filters_shared on quick_filters (account_id) where shared;
call isolate_by_account('quick_filters');

-- Contacts or people that somebody keeps at hand, under a name.
create table favorite_lists (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- contacts or users.
  kind text not null,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index favorite_lists_name on favorite_lists (user_id, kind, lower(name));
call isolate_by_account('favorite_lists');

create table favorite_items (
  account_id bigint not null references accounts,
  list_id bigint not null references favorite_lists on delete cascade,
  -- A contact or a user, as the list's kind says.
  item_id bigint not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (list_id, item_id)
);
call isolate_by_account('favorite_items');
