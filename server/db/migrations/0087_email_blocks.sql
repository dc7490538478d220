-- E-mail built of blocks: the document that the HTML in `body` is rendered from; null: written as text or HTML.
alter table email_templates add column blocks jsonb;

-- Images of e-mail. Their address is in mail that was sent, so they stay when a template goes.
create table email_images (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Who uploaded it.
  user_id bigint not null references users,
  file_key text not null,
  file_name text not null,
  file_type text not null,
  file_bytes bigint not null,
  width int not null,
  height int not null,
  created_at timestamptz not null default clock_now()
);
create index email_images_account on email_images (account_id, id);
call isolate_by_account('email_images');

-- What the DNS said about the domain that an agency's e-mail is sent from, the last time it was asked.
create table sending_domain_checks (
  account_id bigint primary key references accounts,
  domain text not null,
  -- One finding each for SPF, DKIM and DMARC.
  findings jsonb not null,
  checked_at timestamptz not null
);
call isolate_by_account('sending_domain_checks');

-- What the receiving server found about an e-mail that came in: SPF, DKIM and DMARC; null: it was written here.
alter table contact_emails
  add column authentication jsonb,
  -- False: nothing proves that it is from the address it names; null: not an incoming e-mail, or taken before.
  add column sender_verified boolean;
