-- Time of day by the owner's clock, `HH:mm`; null: at any time of the day.
alter table contacts add column follow_up_time text
  constraint contacts_follow_up_time check (follow_up_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
