-- Corporations: sponsors with colors, pages and products. Products and campaign triggers name them.

create table corporations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Null: of the whole account.
  business_unit_id bigint references business_units,
  type text not null default '',
  name text not null,
  description text not null default '',
  domain_name text not null default '',
  -- Of headings and buttons, links, and the background.
  color_1 text not null default '',
  color_2 text not null default '',
  color_3 text not null default '',
  faqs jsonb not null default '[]',
  latest_news jsonb not null default '[]',
  languages_spoken text[] not null default '{}',
  office_hours jsonb not null default '[]',
  office_address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  phone text not null default '',
  email text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  linkedin text not null default '',
  twitter text not null default '',
  google text not null default '',
  youtube text not null default '',
  yelp text not null default '',
  -- The id of a known provider, never markup.
  tracking_code text not null default '',
  webpage_active boolean not null default false,
  user_id bigint references users,
  retired boolean not null default false,
  -- The logo in the storage.
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  created_at timestamptz not null default now(),
  constraint corporations_logo check ((file_key is null) = (file_name is null))
);
create unique index corporations_name on corporations (account_id, coalesce(business_unit_id, 0), lower(name));
create unique index corporations_domain on corporations (account_id, domain_name) where domain_name <> '';
create index corporations_user on corporations (user_id) where user_id is not null;
create index corporations_file_key on corporations (file_key) where file_key is not null;
call isolate_by_account('corporations');

create table corporation_files (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  corporation_id bigint not null references corporations,
  file_title text not null,
  file_link text not null default '',
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  preview_key text,
  preview_name text,
  preview_type text,
  preview_bytes bigint,
  created_at timestamptz not null default now()
);
create index corporation_files_corporation on corporation_files (corporation_id, id);
create index corporation_files_file_key on corporation_files (file_key) where file_key is not null;
create index corporation_files_preview_key on corporation_files (preview_key) where preview_key is not null;
call isolate_by_account('corporation_files');

alter table products drop constraint products_corporation_id_check;
-- No row names one yet.
alter table products add constraint products_corporation foreign key (corporation_id) references corporations;
create index products_corporation on products (corporation_id) where corporation_id is not null;
alter table campaign_triggers add column corporation_ids bigint[] not null default '{}';
