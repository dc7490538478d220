-- More that begins a workflow: a request or a lead, a completed scope of appointment, a policy that becomes active.

-- A request through a public page, or a lead of a vendor.
create function start_flows_on_request() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'request', false);
  return null;
end $$;

create function start_flows_on_completed_soa() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'soa_completed', false);
  return null;
end $$;

create function start_flows_on_active_policy() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'policy_active', tg_op = 'INSERT' and new.import_id is not null);
  return null;
end $$;

create trigger webpage_leads_start_flows after insert on webpage_leads for each row
  when (new.contact_id is not null) execute function start_flows_on_request();
create trigger webpage_leads_accepted_start_flows after update of contact_id on webpage_leads for each row
  when (old.contact_id is null and new.contact_id is not null) execute function start_flows_on_request();
create trigger vendor_leads_start_flows after insert on vendor_leads for each row
  when (new.contact_id is not null) execute function start_flows_on_request();
create trigger vendor_leads_accepted_start_flows after update of contact_id on vendor_leads for each row
  when (old.contact_id is null and new.contact_id is not null) execute function start_flows_on_request();
create trigger soa_requests_start_flows after update of completed_at on soa_requests for each row
  when (old.completed_at is null and new.completed_at is not null) execute function start_flows_on_completed_soa();
create trigger policies_added_start_flows after insert on policies for each row
  when (new.status = 'active' and new.deleted_at is null) execute function start_flows_on_active_policy();
create trigger policies_active_start_flows after update of status on policies for each row
  when (old.status <> 'active' and new.status = 'active' and new.deleted_at is null)
  execute function start_flows_on_active_policy();
