/** A table whose rows may name a person, and what happens to those that do. */
export interface Place {
  readonly table: string;
  readonly texts?: readonly string[];
  readonly lists?: readonly string[];
  readonly json?: readonly string[];
  /** Statement for rows that name the person, with `$1` for their places (`ctid`); absent: their values are masked. */
  readonly forget?: string;
  /** Its rows come from files of imports, which go, too. */
  readonly hasImportFile?: true;
  /** Type of the subject whose key encrypted words of such a row in the audit log; that key is deleted. */
  readonly shreds?: string;
}

const remove = (table: string) => `delete from ${table} where ctid = any($1::tid[])`;

/**
 * Rows that are no record of another contact. The cursor of an erasure counts them, so a new one goes last.
 */
export const PLACES: readonly Place[] = [
  {
    table: 'outbox_mails',
    texts: ['recipient', 'subject', 'text_body', 'reply_to'],
    lists: ['cc'],
    forget: remove('outbox_mails'),
  },
  { table: 'outbox_texts', texts: ['recipient', 'body'], forget: remove('outbox_texts') },
  {
    table: 'chat_messages',
    texts: ['content'],
    json: ['metadata'],
    // A conversation about the person says more of them than their name.
    forget: 'delete from chat_sessions where id in (select session_id from chat_messages where ctid = any($1::tid[]))',
  },
  { table: 'chat_sessions', json: ['welcome', 'state'], forget: remove('chat_sessions') },
  // Requests that are no contact; those of a contact go with it.
  {
    table: 'webpage_leads',
    texts: ['address', 'browser'],
    json: ['entered'],
    forget: remove('webpage_leads'),
  },
  { table: 'quick_filters', texts: ['name'], json: ['scope'] },
  { table: 'exports', texts: ['sentence', 'why'], json: ['selection'], shreds: 'export' },
  { table: 'bulk_jobs', texts: ['sentence'], lists: ['names'], json: ['change', 'selection'], shreds: 'bulk_job' },
  { table: 'print_jobs', texts: ['sentence'], json: ['options', 'selection'] },
  { table: 'transfer_attempts', texts: ['sentence', 'note'], json: ['selection'] },
  { table: 'transfer_logs', texts: ['text'] },
  {
    table: 'imports',
    texts: ['file_name'],
    lists: ['warnings'],
    json: ['check', 'last_rows', 'preview', 'undo'],
    shreds: 'import',
  },
  {
    table: 'import_rows',
    hasImportFile: true,
    texts: ['message'],
    lists: ['cells'],
    json: ['unread'],
    forget: `update import_rows set cells = null, unread = null, message = '' where ctid = any($1::tid[])`,
  },
  {
    table: 'import_check_rows',
    hasImportFile: true,
    texts: ['message'],
    lists: ['cells'],
    json: ['unread'],
    forget: remove('import_check_rows'),
  },
  {
    table: 'import_fixes',
    hasImportFile: true,
    texts: ['message'],
    json: ['cells', 'unread'],
    forget: remove('import_fixes'),
  },
  { table: 'attachment_imports', texts: ['file_name'] },
  { table: 'attachment_import_entries', texts: ['name', 'reason'] },
  { table: 'merges', json: ['fields'] },
  { table: 'mailer_assignments', texts: ['sentence'], json: ['selection'] },
  { table: 'verification_runs', texts: ['sentence'], json: ['selection'] },
  { table: 'phone_verifications', texts: ['number'], forget: remove('phone_verifications') },
  { table: 'broadcasts', texts: ['name', 'sentence', 'subject', 'body'], json: ['selection'] },
  {
    table: 'broadcast_recipients',
    texts: ['address', 'detail'],
    json: ['decision'],
    forget: remove('broadcast_recipients'),
  },
  // After all that may still be told of the rows above.
  { table: 'events', json: ['body'], forget: 'select forget_events($1::tid[])' },
  // Amounts stay. Transfers of the ledger are never changed, so their words name no one.
  { table: 'wallet_invoices', texts: ['description'] },
  { table: 'billing_operations', json: ['request'] },
  { table: 'store_orders', texts: ['sentence', 'notes'] },
  { table: 'store_refunds', texts: ['reason'] },
  { table: 'campaign_files', texts: ['name'] },
  { table: 'help_tickets', texts: ['subject', 'message', 'machines'] },
  { table: 'calendar_events', texts: ['title', 'place', 'notes'], lists: ['guests'] },
  { table: 'calendar_event_changes', texts: ['title'], json: ['before'] },
  { table: 'reports', texts: ['name'], json: ['definition'] },
  { table: 'report_results', json: ['result'] },
  { table: 'wf_templates', texts: ['name', 'description'], json: ['definition'] },
  { table: 'wf_dry_runs', json: ['definition'] },
  { table: 'wf_flows', texts: ['name', 'description'], json: ['definition'] },
  { table: 'bookings', texts: ['first_name', 'last_name', 'email', 'phone'] },
  { table: 'calendar_links', json: ['base', 'sending'] },
  { table: 'calendar_conflicts', texts: ['title'], json: ['lost'], forget: remove('calendar_conflicts') },
  { table: 'sample_remote_events', json: ['body'] },
  { table: 'notifications', texts: ['title', 'body'], forget: remove('notifications') },
  // What another program answered.
  { table: 'webhook_attempts', texts: ['answer'] },
  // Those that are no contact; those of a contact go with it.
  { table: 'vendor_leads', json: ['sent'], forget: remove('vendor_leads') },
];

/** Records of other contacts, which stay as they are: they are about someone else. */
export const ELSEWHERE: readonly Place[] = [
  { table: 'notes', texts: ['body'] },
  { table: 'contact_activities', texts: ['body'] },
  { table: 'contact_emails', texts: ['subject', 'body'] },
  { table: 'policies', texts: ['beneficiary', 'notes'] },
  { table: 'securities', texts: ['notes'] },
  { table: 'data_captures', json: ['captures'] },
  { table: 'soa_requests', texts: ['note', 'reason'], json: ['signer', 'form'] },
  { table: 'contact_changes', texts: ['before', 'after'] },
  { table: 'files', texts: ['name', 'description'] },
];
