-- Of the page that a request came through.
alter table webpage_leads add column language text not null default 'en' check (language in ('en', 'es'));
