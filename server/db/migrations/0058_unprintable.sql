-- Of a contact that was skipped for other_script: the character that no font has, and where it is, in the name, the
-- address or the letter. Null for everything printed before.
alter table print_rows add column unprintable text, add column unprintable_in text;
