-- Conversations by text: one a contact, or one an unknown number; their texts, pictures and drafts.

create table conversations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Null: of an unknown number.
  contact_id bigint references contacts on delete cascade,
  -- E.164: the number of the other side that was texted last.
  phone text not null,
  -- Who answers it.
  user_id bigint not null references users,
  -- Of the contact, copied by `copy_contact_to_conversation`; of an unknown number, who answers it.
  owner_id bigint not null references users,
  pool_id bigint references pools,
  -- Copied from the contact: its conversation is hidden with it.
  deleted_at timestamptz,
  -- The last text, and when it was written or received; null: none yet, as with a draft alone.
  last_text_id bigint,
  last_at timestamptz,
  -- Received since `user_id` last read it.
  unread int not null default 0,
  -- The last text is ours, and has left.
  waiting boolean not null default false,
  -- Texts held for later.
  held int not null default 0,
  -- The last text of ours has failed.
  failed boolean not null default false,
  -- A received text that may revoke consent in free words; null: none, or decided.
  review_text_id bigint,
  -- By text; null: not, or taken back.
  opted_out_at timestamptz,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null
);
create unique index conversations_contact on conversations (contact_id) where contact_id is not null;
create unique index conversations_phone on conversations (account_id, phone) where contact_id is null;
create index conversations_user on conversations (user_id, last_at desc, id desc) where deleted_at is null;
create index conversations_owner on conversations (owner_id, last_at desc, id desc) where deleted_at is null;
create index conversations_account on conversations (account_id, last_at desc, id desc) where deleted_at is null;
create index conversations_unread on conversations (account_id, last_at desc, id desc) where unread > 0 and deleted_at is null;
create index conversations_held on conversations (account_id, last_at desc, id desc) where held > 0 and deleted_at is null;
create index conversations_failed on conversations (account_id, last_at desc, id desc) where failed and deleted_at is null;
create index conversations_review on conversations (account_id, last_at desc, id desc)
  where review_text_id is not null and deleted_at is null;
create index conversations_opted_out on conversations (account_id, last_at desc, id desc)
  where opted_out_at is not null and deleted_at is null;
call isolate_by_account('conversations');

create table text_messages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Where it was written; a conversation of a contact shows all texts of its contact.
  conversation_id bigint not null references conversations on delete cascade,
  contact_id bigint references contacts on delete cascade,
  -- out, in.
  direction text not null,
  -- received, held, queued, sending, unconfirmed, sent, delivered, failed, canceled; refused: never taken, kept as evidence.
  status text not null,
  -- One sentence, where the status alone does not say it.
  reason text not null default '',
  -- Of the carrier; null: none.
  error_code int,
  -- When it goes at the earliest; null: it is not held.
  held_until timestamptz,
  body text not null,
  -- E.164.
  from_number text not null,
  to_number text not null,
  segments int not null,
  -- service, marketing, automated.
  purpose text not null default 'marketing',
  -- Who wrote it and who had signed in; null: received, or automatic.
  user_id bigint references users,
  actor_id bigint references users,
  -- opt_out, opt_in, help: our answer to such a text; null: a person wrote it.
  automatic text,
  -- opt_out, opt_in, help, revocation: what a received text asks for; null: nothing.
  asks text,
  -- The last decision whether it may be sent, with the row that decided; null: received, or automatic.
  decision jsonb,
  -- embedded, twilio.
  carrier text not null,
  -- Of the carrier; null: it has not answered.
  sid text,
  -- When it was last taken to the carrier; null: not yet.
  claimed_at timestamptz,
  -- The failed text that this one repeats.
  again_of_id bigint references text_messages on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  version int not null default 1
);
create unique index text_messages_sid on text_messages (sid) where sid is not null;
create index text_messages_conversation on text_messages (conversation_id, created_at desc, id desc);
create index text_messages_contact on text_messages (contact_id, created_at desc, id desc) where contact_id is not null;
create index text_messages_again on text_messages (again_of_id) where again_of_id is not null;
create index text_messages_due on text_messages (held_until) where status = 'held';
create index text_messages_queued on text_messages (id) where status = 'queued';
create index text_messages_claimed on text_messages (claimed_at) where status in ('sending', 'unconfirmed');
create index text_messages_words on text_messages using gin (fold(body) gin_trgm_ops);
call isolate_by_account('text_messages');

alter table conversations add foreign key (last_text_id) references text_messages on delete set null;
alter table conversations add foreign key (review_text_id) references text_messages on delete set null;
create index conversations_last_text on conversations (last_text_id) where last_text_id is not null;
create index conversations_review_text on conversations (review_text_id) where review_text_id is not null;

-- Pictures and other files of texts.
create table text_attachments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  text_id bigint not null references text_messages on delete cascade,
  -- Among the files of the contact, where it is checked; null: not loaded.
  file_id bigint references files on delete set null,
  -- waiting, loading, kept, failed.
  state text not null,
  -- One sentence, with failed.
  failure text not null default '',
  -- Of the carrier, below its account; null: ours.
  carrier_path text,
  unique (text_id, carrier_path)
);
create index text_attachments_text on text_attachments (text_id, id);
create index text_attachments_file on text_attachments (file_id) where file_id is not null;
create index text_attachments_loading on text_attachments (id) where state = 'loading';
call isolate_by_account('text_attachments');

-- What somebody has typed and not sent.
create table text_drafts (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  conversation_id bigint not null references conversations on delete cascade,
  body text not null,
  updated_at timestamptz not null,
  primary key (user_id, conversation_id)
);
create index text_drafts_conversation on text_drafts (conversation_id);
call isolate_by_account('text_drafts');

-- What a number has said about texts, whoever has it: it counts for contacts that get the number later, too.
create table number_consents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- E.164.
  number text not null,
  -- given, withdrawn.
  kind text not null,
  evidence text not null,
  -- The text that said so; null: a person recorded it, or its contact was purged.
  text_id bigint references text_messages on delete set null,
  user_id bigint references users,
  actor_id bigint references users,
  given_at timestamptz not null,
  created_at timestamptz not null default clock_now()
);
create index number_consents_number on number_consents (account_id, number, given_at desc, id desc);
create index number_consents_text on number_consents (text_id) where text_id is not null;
call isolate_by_account('number_consents');
revoke update, delete on number_consents from bellwether_app;

-- What simulated phones have taken, by the text, until they are done with it.
create table simulated_texts (
  text_id bigint primary key references text_messages on delete cascade,
  account_id bigint not null references accounts,
  sid text not null unique,
  -- The next step of the phone, and when it comes.
  step text not null,
  step_at timestamptz not null,
  created_at timestamptz not null
);
create index simulated_texts_step on simulated_texts (step_at);
call isolate_by_account('simulated_texts');

-- The owner decides who sees a conversation, and a new one answers it.
create function copy_contact_to_conversation() returns trigger language plpgsql as $$
begin
  update conversations set
    user_id = case when old.owner_id is distinct from new.owner_id then new.owner_id else user_id end,
    owner_id = new.owner_id, pool_id = new.pool_id, deleted_at = new.deleted_at, version = version + 1
  where contact_id = new.id;
  return null;
end $$;
create trigger contacts_copy_to_conversation after update of owner_id, pool_id, deleted_at on contacts for each row
  when (old.owner_id is distinct from new.owner_id or old.pool_id is distinct from new.pool_id
    or old.deleted_at is distinct from new.deleted_at)
  execute function copy_contact_to_conversation();
