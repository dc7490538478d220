-- Of the page on which the time was chosen.
alter table bookings add column language text not null default 'en' check (language in ('en', 'es'));
