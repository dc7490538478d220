-- Refusals quote the title of the rule, so it has to read well.
update compliance_rules
   set title = 'No sales e-mail to people who opted out'
 where account_id is null
   and title = 'No sales mail to who has opted out';
