-- Words of prescriptions as hashes under the key of the account's blind index, by which a list finds who takes a drug.
-- They move and go with their prescriptions.
create table rx_words (
  contact_id bigint not null references rx_details on update cascade on delete cascade,
  -- Place of the prescription in its list: a name of several words means one prescription.
  place int not null,
  account_id bigint not null references accounts,
  hash bytea not null,
  primary key (contact_id, place, hash)
);
create index rx_words_hash on rx_words (account_id, hash) include (contact_id, place);
call isolate_by_account('rx_words');

-- The version whose words are written; null: none. The previous release writes a version and no words.
alter table rx_details add column words_version int;
create index rx_details_wordless on rx_details (account_id, contact_id) where words_version is distinct from version;
