-- E-mail templates of an agency. A row without a business unit is a template of the whole account.
create table email_templates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint references business_units,
  name text not null,
  subject text not null,
  -- With merge fields, as the subject.
  body text not null,
  format text not null default 'text' check (format in ('text', 'html')),
  -- Only active ones are offered to agents.
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index email_templates_name
  on email_templates (account_id, coalesce(business_unit_id, 0), lower(name));
call isolate_by_account('email_templates');
