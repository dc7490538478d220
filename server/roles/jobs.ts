import { isTryout } from '#rules/access/tryout.ts';
import { createMemoryPubSub } from '../adapters/pub-sub/memory-pub-sub.ts';
import { SEAL_AUDIT_EVERY_MS, sealAudit } from '../audit-chain/seal-audit.ts';
import { trimEvents } from '../cable/trim-events.ts';
import { asOwner, type Config } from '../config.ts';
import { refuseNewer } from '../db/migrations.ts';
import type { Deps } from '../deps.ts';
import { requireIsolation } from '../db/require-isolation.ts';
import { REMIND_OF_LICENSES_EVERY_MS, remindOfLicenses } from '../features/agent-licenses/remind-of-licenses.ts';
import { REPORTS_EVERY_MS, sendReports } from '../features/reports/schedules/send-reports.ts';
import { REMINDERS_EVERY_MS, sendReminders } from '../features/events/reminders/send-reminders.ts';
import { KEEP_BILLING_EVERY_MS, keepBilling } from '../features/billing/keep-billing.ts';
import { keepMaxPlus } from '../features/max-plus/keep-max-plus.ts';
import {
  broadcastsJobs,
  DUE_BROADCASTS_EVERY_MS,
  FOLLOW_BROADCASTS_EVERY_MS,
  followBroadcasts,
  sendDueBroadcasts,
} from '../features/broadcasts/broadcasts.jobs.ts';
import { inboundJobs } from '../features/mail/inbound/inbound.jobs.ts';
import { resumeReceived } from '../features/mail/inbound/keep-mail.ts';
import { checkDueDomains, DOMAINS_EVERY_MS } from '../features/custom-domains/check-domain.service.ts';
import { SYNC_EVERY_MS, syncDue } from '../features/integrations/sync.service.ts';
import { mailGate } from '../features/broadcasts/sending/mail-gate.ts';
import { BULK_ORPHANS_EVERY_MS, bulkJobs, resumeOrphanedBulkJobs } from '../features/bulk/bulk.jobs.ts';
import { TRIM_BULK_EVERY_MS, trimBulkRows } from '../features/bulk/trim-bulk-rows.ts';
import { endIdleSessions } from '../features/chat/sessions.service.ts';
import { FOLD_COUNTS_EVERY_MS, foldContactCounts } from '../features/contacts/list/fold-contact-counts.ts';
import { loadDemoBook } from '../features/demo/load-demo-book.ts';
import { checkQueuedDuplicates, DUPLICATES_EVERY_MS, duplicatesJobs } from '../features/duplicates/duplicates.jobs.ts';
import {
  ERASURES_EVERY_MS,
  erasuresJobs,
  EXPIRED_EVIDENCE_EVERY_MS,
  resumeErasures,
} from '../features/erasures/erasures.jobs.ts';
import { removeExpiredEvidence } from '../features/erasures/expired-evidence.ts';
import { resealSubjectKeys } from '../features/erasures/subject-keys.ts';
import { FILE_ORPHANS_EVERY_MS, filesJobs, resumeFiles } from '../features/files/files.jobs.ts';
import { removeDeletedFiles } from '../features/files/remove-deleted-files.ts';
import { removeNameless } from '../features/files/remove-nameless.ts';
import { importsJobs, ORPHANS_EVERY_MS, resumeOrphanedImports } from '../features/imports/imports.jobs.ts';
import { removeStaleFiles } from '../features/imports/file/remove-stale-files.ts';
import { carriersOf, mailJobs, resumeMessages, WAITING_EVERY_MS } from '../features/mail/mail.jobs.ts';
import { INBOXES_EVERY_MS, playInboxes } from '../features/mail/inbound/simulated-inboxes.ts';
import { ATTACHMENTS_EVERY_MS, loadAttachments } from '../features/messages/incoming/load-attachments.ts';
import {
  DUE_EVERY_MS,
  messagesJobs,
  sendDue,
  settleUnanswered,
  UNANSWERED_EVERY_MS,
} from '../features/messages/messages.jobs.ts';
import { PHONES_EVERY_MS, playPhones } from '../features/messages/simulated-phones.ts';
import { ABANDONED_EVERY_MS, endAbandoned } from '../features/phone/calls/call-ledger.ts';
import { endLostCalls, LOST_CALLS_EVERY_MS } from '../features/phone/calls/end-lost-calls.ts';
import { endUnrejoinedCalls, UNREJOINED_EVERY_MS } from '../features/phone/calls/end-unrejoined-calls.ts';
import { twilioJobs } from '../features/phone/twilio/twilio.jobs.ts';
import { PRINT_ORPHANS_EVERY_MS, printingJobs, resumeOrphanedPrints } from '../features/printing/printing.jobs.ts';
import { OLD_PRINTS_EVERY_MS, removeOldPrints } from '../features/printing/remove-old-prints.ts';
import { referenceJobs, RENAMES_EVERY_MS, resumeRenames } from '../features/reference/reference.jobs.ts';
import { RESEAL_EVERY_MS, resealDataKeys } from '../features/records/data-keys.ts';
import { recordsJobs, resumeRxWords, WORDLESS_RX_EVERY_MS } from '../features/records/rx-words.ts';
import { enrollDated } from '../features/sequences/enroll-dated.ts';
import { DATED_EVERY_MS, STEPS_EVERY_MS, takeDueSteps } from '../features/sequences/sequences.jobs.ts';
import { SEND_WEBHOOKS_EVERY_MS, sendDueWebhooks, webhooksJobs } from '../features/webhooks/webhooks.jobs.ts';
import { SCHEDULED_EVERY_MS, startScheduledFlows } from '../features/workflows/start-scheduled.ts';
import {
  DRY_RUN_ORPHANS_EVERY_MS,
  resumeDryRuns,
  startDatedFlows,
  takeDueRuns,
  workflowsJobs,
} from '../features/workflows/workflows.jobs.ts';
import { refreshRegistrations, REGISTRATIONS_EVERY_MS } from '../features/registration/refresh-registration.ts';
import { KEEP_PLANS_EVERY_MS, keepPlans } from '../features/plans/keep-plans.ts';
import { KEEP_NUMBERS_EVERY_MS, keepNumbers } from '../features/numbers/keep-numbers.ts';
import { RESUME_REFUNDS_EVERY_MS, resumeRefunds } from '../features/orders/refunds.service.ts';
import { WATCH_DISPUTES_EVERY_MS, watchDisputes } from '../features/wallets/disputes/disputes.service.ts';
import { RECONCILE_EVERY_MS, reconcileDays } from '../features/wallets/reconciliation/reconciliation.service.ts';
import { REFILL_EVERY_MS, refillWallets } from '../features/wallets/refill.ts';
import {
  resumeOrphanedRuns,
  VERIFICATION_ORPHANS_EVERY_MS,
  verificationsJobs,
} from '../features/verifications/verifications.jobs.ts';
import { type Chore, startChores } from '../jobs/chores.ts';
import {
  resumeOrphanedTransfers,
  TRANSFER_ORPHANS_EVERY_MS,
  transfersJobs,
} from '../features/transfers/transfers.jobs.ts';
import { emailDeliveries } from '../features/timeline/email-deliveries.service.ts';
import { jobQueueOf } from '../jobs/pg-boss-queue.ts';
import { createRunnerBoss, type JobHandlers, startRunner } from '../jobs/runner.ts';
import { PURGE_EVERY_MS, purgeContacts } from '../retention/purge-contacts.ts';
import { REMOVE_EXPIRED_EVERY_MS, removeExpired } from '../retention/remove-expired.ts';
import { backlogReader } from '../telemetry/backlog.ts';
import { portBesideWeb, serveMetrics } from '../telemetry/metrics.ts';
import { createGround, messengersOf } from './deps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Events are ordered and kept on the clock of the database; files are as old as the storage says. */
const realTime = () => new Date();

export interface Jobs {
  /** Running jobs end at their next safe point and run again elsewhere. */
  stop(): Promise<void>;
}

/** What has to be done for e-mail and texts. */
const messageChores = (deps: Deps): Chore[] => [
  { name: 'resume messages', everyMs: WAITING_EVERY_MS, run: () => resumeMessages(deps) },
  { name: 'resume received mail', everyMs: WAITING_EVERY_MS, run: () => resumeReceived(deps) },
  { name: 'send texts that are due', everyMs: DUE_EVERY_MS, run: () => sendDue(deps) },
  { name: 'look up texts', everyMs: UNANSWERED_EVERY_MS, run: () => settleUnanswered(deps) },
  ...(deps.textLine.name === 'embedded'
    ? [{ name: 'play simulated phones', everyMs: PHONES_EVERY_MS, run: () => playPhones(deps) }]
    : (['new', 'again'] as const).map((which) => ({
        name: `fetch pictures of texts (${which})`,
        everyMs: ATTACHMENTS_EVERY_MS,
        run: () => loadAttachments(deps, which),
      }))),
  ...(deps.config.inboundMail?.secret === null
    ? [{ name: 'play simulated inboxes', everyMs: INBOXES_EVERY_MS, run: () => playInboxes(deps) }]
    : []),
];

/** What has to be done for payments. */
const moneyChores = (deps: Deps): Chore[] => [
  { name: 'keep billing', everyMs: KEEP_BILLING_EVERY_MS, run: () => keepBilling(deps) },
  { name: 'keep plans', everyMs: KEEP_PLANS_EVERY_MS, run: () => keepPlans(deps) },
  { name: 'keep Max Plus', everyMs: KEEP_BILLING_EVERY_MS, run: () => keepMaxPlus(deps) },
  { name: 'resume refunds', everyMs: RESUME_REFUNDS_EVERY_MS, run: () => resumeRefunds(deps) },
  { name: 'keep phone numbers', everyMs: KEEP_NUMBERS_EVERY_MS, run: () => keepNumbers(deps) },
  { name: 'refill wallets', everyMs: REFILL_EVERY_MS, run: () => refillWallets(deps) },
  { name: 'watch disputes', everyMs: WATCH_DISPUTES_EVERY_MS, run: () => watchDisputes(deps) },
  { name: 'reconcile money', everyMs: RECONCILE_EVERY_MS, run: () => reconcileDays(deps) },
];

/** What has to be done for broadcasts and campaigns. */
const campaignChores = (deps: Deps): Chore[] => [
  { name: 'take steps of campaigns', everyMs: STEPS_EVERY_MS, run: (signal) => takeDueSteps(deps, signal) },
  { name: 'begin campaigns of the day', everyMs: DATED_EVERY_MS, run: () => enrollDated(deps) },
  { name: 'take steps of workflows', everyMs: STEPS_EVERY_MS, run: (signal) => takeDueRuns(deps, signal) },
  { name: 'resume dry runs', everyMs: DRY_RUN_ORPHANS_EVERY_MS, run: () => resumeDryRuns(deps) },
  { name: 'begin scheduled workflows', everyMs: SCHEDULED_EVERY_MS, run: () => startScheduledFlows(deps) },
  { name: 'begin workflows of the day', everyMs: DATED_EVERY_MS, run: () => startDatedFlows(deps) },
  { name: 'send broadcasts', everyMs: DUE_BROADCASTS_EVERY_MS, run: () => sendDueBroadcasts(deps) },
  { name: 'follow broadcasts', everyMs: FOLLOW_BROADCASTS_EVERY_MS, run: () => followBroadcasts(deps) },
];

/** What has to be done with programs and names outside. */
const outsideChores = (deps: Deps): Chore[] => [
  { name: 'check custom domains', everyMs: DOMAINS_EVERY_MS, run: () => checkDueDomains(deps) },
  { name: 'sync calendars', everyMs: SYNC_EVERY_MS, run: () => syncDue(deps) },
  { name: 'send reminders', everyMs: REMINDERS_EVERY_MS, run: () => sendReminders(deps) },
  { name: 'remind of licenses', everyMs: REMIND_OF_LICENSES_EVERY_MS, run: () => remindOfLicenses(deps) },
  { name: 'send reports', everyMs: REPORTS_EVERY_MS, run: () => sendReports(deps) },
  { name: 'send webhooks', everyMs: SEND_WEBHOOKS_EVERY_MS, run: () => sendDueWebhooks(deps) },
];

/** Runs the jobs of every feature, and what has to be done from time to time. */
export async function startJobs(config: Config): Promise<Jobs> {
  const { url, ...ground } = await createGround(config, 'jobs');
  await refuseNewer(ground.pool);
  await requireIsolation(ground.pool);
  const boss = createRunnerBoss(url, ground.log, config.database.queueConnections);
  const jobs = jobQueueOf(boss);
  const deps = { ...ground, ...messengersOf(ground, jobs), jobs, pubSub: createMemoryPubSub() };
  const carriers = carriersOf(config, deps.storage);
  const deliveries = emailDeliveries(deps);
  const handlers: JobHandlers = {
    ...importsJobs(deps),
    ...filesJobs(deps),
    ...broadcastsJobs(deps),
    ...bulkJobs(deps),
    ...printingJobs(deps),
    ...verificationsJobs(deps),
    ...workflowsJobs(deps),
    ...twilioJobs(deps),
    ...transfersJobs(deps),
    ...duplicatesJobs(deps),
    ...mailJobs(deps, carriers, { ...deliveries, leaving: mailGate(deps, deliveries.leaving) }),
    ...inboundJobs(deps),
    ...messagesJobs(deps),
    ...recordsJobs(deps),
    ...referenceJobs(deps),
    ...erasuresJobs(deps),
    ...webhooksJobs(deps),
  };
  const chores: Chore[] = [
    { name: 'trim events', everyMs: MINUTE_MS, run: () => trimEvents({ pool: deps.pool, now: realTime }) },
    { name: 'seal the audit log', everyMs: SEAL_AUDIT_EVERY_MS, run: () => sealAudit(deps) },
    { name: 'fold contact counts', everyMs: FOLD_COUNTS_EVERY_MS, run: () => foldContactCounts(deps.pool) },
    { name: 'purge contacts', everyMs: PURGE_EVERY_MS, run: (signal) => purgeContacts(deps, signal) },
    { name: 'remove expired rows', everyMs: REMOVE_EXPIRED_EVERY_MS, run: () => removeExpired(deps) },
    { name: 'end idle chats', everyMs: HOUR_MS, run: () => endIdleSessions(deps) },
    { name: 'reseal data keys', everyMs: RESEAL_EVERY_MS, run: () => resealDataKeys(deps) },
    { name: 'reseal keys of subjects', everyMs: RESEAL_EVERY_MS, run: () => resealSubjectKeys(deps) },
    { name: 'resume erasures', everyMs: ERASURES_EVERY_MS, run: () => resumeErasures(deps) },
    { name: 'remove expired evidence', everyMs: EXPIRED_EVIDENCE_EVERY_MS, run: () => removeExpiredEvidence(deps) },
    { name: 'remove stale files', everyMs: HOUR_MS, run: () => removeStaleFiles(deps) },
    { name: 'remove deleted files', everyMs: HOUR_MS, run: () => removeDeletedFiles(deps) },
    // A bucket may serve another installation too, whose rows are unknown here.
    ...(config.s3 === null
      ? [{ name: 'remove nameless files', everyMs: HOUR_MS, run: () => removeNameless({ ...deps, now: realTime }) }]
      : []),
    { name: 'resume files', everyMs: FILE_ORPHANS_EVERY_MS, run: () => resumeFiles(deps) },
    ...moneyChores(deps),
    { name: 'end lost calls', everyMs: LOST_CALLS_EVERY_MS, run: () => endLostCalls(deps) },
    { name: 'end unrejoined calls', everyMs: UNREJOINED_EVERY_MS, run: () => endUnrejoinedCalls(deps) },
    ...messageChores(deps),
    ...campaignChores(deps),
    ...outsideChores(deps),
    { name: 'resume words of prescriptions', everyMs: WORDLESS_RX_EVERY_MS, run: () => resumeRxWords(deps) },
    { name: 'resume renames', everyMs: RENAMES_EVERY_MS, run: () => resumeRenames(deps) },
    { name: 'resume imports', everyMs: ORPHANS_EVERY_MS, run: () => resumeOrphanedImports(deps) },
    { name: 'trim bulk rows', everyMs: TRIM_BULK_EVERY_MS, run: () => trimBulkRows(deps) },
    { name: 'resume prints', everyMs: PRINT_ORPHANS_EVERY_MS, run: () => resumeOrphanedPrints(deps) },
    { name: 'look at registrations', everyMs: REGISTRATIONS_EVERY_MS, run: () => refreshRegistrations(deps) },
    { name: 'resume verifications', everyMs: VERIFICATION_ORPHANS_EVERY_MS, run: () => resumeOrphanedRuns(deps) },
    { name: 'remove old prints', everyMs: OLD_PRINTS_EVERY_MS, run: () => removeOldPrints(deps) },
    { name: 'resume bulk jobs', everyMs: BULK_ORPHANS_EVERY_MS, run: () => resumeOrphanedBulkJobs(deps) },
    { name: 'resume transfers', everyMs: TRANSFER_ORPHANS_EVERY_MS, run: () => resumeOrphanedTransfers(deps) },
    ...(isTryout(config.appEnv) && config.demoBook > 0
      ? [{ name: 'load the demo book', everyMs: DAY_MS, run: () => loadDemoBook(asOwner(config), deps.now()) }]
      : []),
    { name: 'end undialled calls', everyMs: ABANDONED_EVERY_MS, run: () => endAbandoned(deps, null) },
    { name: 'check duplicates', everyMs: DUPLICATES_EVERY_MS, run: () => checkQueuedDuplicates(deps) },
  ];

  const runner = await startRunner(boss, handlers, deps.log);
  const read = backlogReader(boss, Object.keys(handlers));
  const metrics = await serveMetrics(portBesideWeb(config.metrics, 1), deps.log, read);
  const keeping = startChores(chores, deps.log);
  return {
    stop: async () => {
      metrics.close();
      await Promise.all([runner.stop(), keeping.stop()]);
      carriers.mail?.close();
      await deps.pool.end();
    },
  };
}
