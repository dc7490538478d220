import { REQUESTS_KEPT_DAYS } from '#contract/api-tracking.contract.ts';
import { CHANGES_KEPT_DAYS } from '#contract/events.contract.ts';
import { CONFLICT_DAYS } from '#contract/integrations.contract.ts';
import { IMPORT_ROWS_DAYS } from '#contract/imports.contract.ts';
import { NOTIFICATIONS_KEPT_DAYS } from '#contract/notifications.contract.ts';
import { REPORT_KEPT_DAYS } from '#contract/reports.contract.ts';
import { TRAINING_KEPT_DAYS } from '#contract/trainings.contract.ts';
import { VENDOR_LEADS_KEPT_DAYS } from '#contract/vendor-leads.contract.ts';
import { DELIVERIES_KEPT_DAYS } from '#contract/webhooks.contract.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Duration for which rows of one kind are kept. */
export interface Kept {
  /** Known to `remove_expired` (migration 0045); the name of its table. */
  readonly kind: string;
  /** Milliseconds after which a row goes. What its age counts from is in `remove_expired`. */
  readonly keptMs: number;
  /** Ages by the database's clock; absent: by the app's, which the demo can move. */
  readonly realTime?: true;
}

/** Rows that expire by age alone. Decision 080 lists every other table and what bounds it. */
export const KEPT: readonly Kept[] = [
  // Source: promise P17.
  { kind: 'idempotency_keys', keptMs: 72 * HOUR_MS },
  // Ours: longer than a page stays open; events themselves are kept for a day.
  { kind: 'streams', keptMs: 7 * DAY_MS, realTime: true },
  // Ours: an ended session serves investigations; the audit log stays.
  { kind: 'sessions', keptMs: 30 * DAY_MS },
  // Ours, and so are the next three: a late request is told why it is late.
  { kind: 'replaced_tokens', keptMs: DAY_MS },
  { kind: 'sign_in_challenges', keptMs: DAY_MS },
  { kind: 'password_resets', keptMs: DAY_MS },
  { kind: 'sso_attempts', keptMs: DAY_MS },
  // Until then every bucket has leaked (sign-in-failures.ts).
  { kind: 'sign_in_failures', keptMs: DAY_MS },
  // Ours, after the last message.
  { kind: 'chat_sessions', keptMs: 90 * DAY_MS },
  { kind: 'chat_usage', keptMs: 90 * DAY_MS },
  // Ours: messages that no carrier took, kept inside.
  { kind: 'outbox_mails', keptMs: 90 * DAY_MS },
  { kind: 'outbox_texts', keptMs: 90 * DAY_MS },
  { kind: 'api_requests', keptMs: REQUESTS_KEPT_DAYS * DAY_MS },
  // Ours: a problem that comes back within a year finds its history.
  { kind: 'help_tickets', keptMs: 365 * DAY_MS },
  // Ours: the page Live shows some minutes of it.
  { kind: 'import_throughput', keptMs: DAY_MS },
  { kind: 'import_rows', keptMs: IMPORT_ROWS_DAYS * DAY_MS },
  { kind: 'import_check_rows', keptMs: IMPORT_ROWS_DAYS * DAY_MS },
  { kind: 'import_fixes', keptMs: IMPORT_ROWS_DAYS * DAY_MS },
  { kind: 'import_kept_rows', keptMs: IMPORT_ROWS_DAYS * DAY_MS },
  // Ours: a person who connects an account again within a year continues without duplicates.
  { kind: 'authorizations', keptMs: 365 * DAY_MS },
  { kind: 'authorization_states', keptMs: DAY_MS },
  { kind: 'calendar_conflicts', keptMs: CONFLICT_DAYS * DAY_MS },
  { kind: 'calendar_event_changes', keptMs: CHANGES_KEPT_DAYS * DAY_MS },
  // Ours, after the appointment: its event stays.
  { kind: 'bookings', keptMs: 365 * DAY_MS },
  { kind: 'notifications', keptMs: NOTIFICATIONS_KEPT_DAYS * DAY_MS },
  { kind: 'webhook_deliveries', keptMs: DELIVERIES_KEPT_DAYS * DAY_MS },
  { kind: 'deleted_trainings', keptMs: TRAINING_KEPT_DAYS * DAY_MS },
  // Ours: those that a program may have sent, and that no one has added as a contact.
  { kind: 'webpage_leads', keptMs: 90 * DAY_MS },
  { kind: 'vendor_leads', keptMs: VENDOR_LEADS_KEPT_DAYS * DAY_MS },
  // Those that are deleted.
  { kind: 'reports', keptMs: REPORT_KEPT_DAYS * DAY_MS },
];
