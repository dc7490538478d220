/** A report about an e-mail of the log, which a simulated inbox also has. */
export const RETURNED = `
  with reported as (
    insert into mail_events (account_id, email_id, provider_id, recipient, kind, at, raw)
    select account_id, id, id::text, address, 'soft', at, subject from contact_emails where id = $1
  )
  insert into simulated_mails (email_id, account_id, recipient, step, step_at, created_at)
  select id, account_id, address, 'arrives', at, at from contact_emails where id = $1`;
