-- Links that let a reader in are no longer kept in the outbox outside of the demo; earlier ones go as well.
update outbox_mails m
   set text_body = regexp_replace(text_body, '(/reset-password\?token=)[A-Za-z0-9_-]+', '\1[hidden]', 'g')
  from accounts a
 where a.id = m.account_id and not a.demo and m.text_body like '%/reset-password?token=%';
