import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { FeatureName } from '#contract/access.contract.ts';
import { REQUEST_ID, REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import { ROOT } from './config.ts';
import type { Deps } from './deps.ts';
import type { Identity } from './identity.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { apiTrackingRoutes } from './features/api-tracking/api-tracking.routes.ts';
import { vendorLeadsRoutes } from './features/vendor-leads/vendor-leads.routes.ts';
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts';
import { apiAccessRoutes } from './features/api-access/api-access.routes.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { broadcastsRoutes } from './features/broadcasts/broadcasts.routes.ts';
import { bulkRoutes } from './features/bulk/bulk.routes.ts';
import { callListRoutes } from './features/call-list/call-list.routes.ts';
import { complianceRoutes } from './features/compliance/compliance.routes.ts';
import { erasuresRoutes } from './features/erasures/erasures.routes.ts';
import { contactsRoutes } from './features/contacts/contacts.routes.ts';
import { demoRoutes } from './features/demo/demo.routes.ts';
import { exportsRoutes } from './features/exports/exports.routes.ts';
import { duplicatesRoutes } from './features/duplicates/duplicates.routes.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { failedJobsRoutes } from './features/failed-jobs/failed-jobs.routes.ts';
import { faultsRoutes } from './features/faults/faults.routes.ts';
import { passwordsRoutes } from './features/passwords/passwords.routes.ts';
import { referenceRoutes } from './features/reference/reference.routes.ts';
import { quickFiltersRoutes } from './features/quick-filters/quick-filters.routes.ts';
import { favoritesRoutes } from './features/favorites/favorites.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { verificationsRoutes } from './features/verifications/verifications.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { numbersRoutes } from './features/numbers/numbers.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { storeRoutes } from './features/store/store.routes.ts';
import { disputesRoutes } from './features/wallets/disputes/disputes.routes.ts';
import { walletsRoutes } from './features/wallets/wallets.routes.ts';
import { plansRoutes } from './features/plans/plans.routes.ts';
import { maxPlusRoutes } from './features/max-plus/max-plus.routes.ts';
import { mailerKitsRoutes } from './features/mailer-kits/mailer-kits.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import { printingRoutes } from './features/printing/printing.routes.ts';
import { poolsRoutes } from './features/pools/pools.routes.ts';
import { requireFeature } from './features/flags/flags.service.ts';
import { flagsRoutes } from './features/flags/flags.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { helpRoutes } from './features/help/help.routes.ts';
import { importsRoutes } from './features/imports/imports.routes.ts';
import { liveRoutes } from './features/live/live.routes.ts';
import { sequencesRoutes } from './features/sequences/sequences.routes.ts';
import { campaignTriggersRoutes } from './features/campaign-triggers/campaign-triggers.routes.ts';
import { emailTemplatesRoutes } from './features/email-templates/email-templates.routes.ts';
import { comraLeadsRoutes } from './features/comra-leads/comra-leads.routes.ts';
import { corporationsRoutes } from './features/corporations/corporations.routes.ts';
import { integrationsRoutes } from './features/integrations/integrations.routes.ts';
import { customDomainsRoutes } from './features/custom-domains/custom-domains.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { signupsRoutes } from './features/signups/signups.routes.ts';
import { aftercaresRoutes } from './features/aftercares/aftercares.routes.ts';
import { fireLightRoutes } from './features/fire-light/fire-light.routes.ts';
import { bookingsRoutes } from './features/bookings/bookings.routes.ts';
import { feedRoutes } from './features/events/feed/feed.routes.ts';
import { publicPagesRoutes } from './features/public-pages/public-pages.routes.ts';
import { signPageRoutes } from './features/soa/sign-page.routes.ts';
import { soaRoutes } from './features/soa/soa.routes.ts';
import { trainingsRoutes } from './features/trainings/trainings.routes.ts';
import { workflowsRoutes } from './features/workflows/workflows.routes.ts';
import { carriersRoutes } from './features/carriers/carriers.routes.ts';
import { agentLicensesRoutes } from './features/agent-licenses/agent-licenses.routes.ts';
import { accountAccessRoutes } from './features/account-access/account-access.routes.ts';
import { businessUnitsRoutes } from './features/business-units/business-units.routes.ts';
import { officeLocationsRoutes } from './features/office-locations/office-locations.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { inboundRoutes } from './features/mail/inbound/inbound.routes.ts';
import { serveEmailImages } from './features/email-templates/email-images.ts';
import { unsubscribeRoutes } from './features/mail/unsubscribe.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { twilioTextsRoutes } from './features/messages/twilio-texts.routes.ts';
import { minutesRoutes } from './features/phone/minutes/minutes.routes.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { phoneRoutes } from './features/phone/phone.routes.ts';
import { recordingRoutes } from './features/phone/recordings/recording.routes.ts';
import { twilioRoutes } from './features/phone/twilio/twilio.routes.ts';
import { quotesRoutes } from './features/quotes/quotes.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { recordsRoutes } from './features/records/records.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { ssoRoutes } from './features/session/sso.routes.ts';
import { tagsRoutes } from './features/tags/tags.routes.ts';
import { timelineRoutes } from './features/timeline/timeline.routes.ts';
import { transfersRoutes } from './features/transfers/transfers.routes.ts';
import { twoFactorRoutes } from './features/two-factor/two-factor.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { trustIn, warnOfProxies } from './http/client-address.ts';
import { DATA_POLICY } from './http/content-policy.ts';
import { answerSiblings } from './http/cross-origin.ts';
import { serveDocs } from './http/docs/docs-pages.ts';
import { replyError } from './http/error-reply.ts';
import { createFairPlaces } from './http/fair-places.ts';
import { PUBLIC_JSON, requireWithin } from './http/json-limits.ts';
import { servePages } from './http/pages.ts';
import { createRateLimiter } from './http/rate-limits.ts';
import { ANSWER_MS } from './http/route.ts';
import { sendClock } from './http/send-clock.ts';
import type { Cause } from './telemetry/cause.ts';
import { metricsRoute } from './telemetry/metrics.ts';
import { observeRequests } from './telemetry/observe-requests.ts';

type Routes = (app: FastifyInstance, deps: Deps) => void;

const FEATURES: readonly Routes[] = [
  sessionRoutes,
  ssoRoutes,
  twoFactorRoutes,
  passwordsRoutes,
  profileRoutes,
  accountRoutes,
  apiAccessRoutes,
  apiTrackingRoutes,
  vendorLeadsRoutes,
  webhooksRoutes,
  healthRoutes,
  mailRoutes,
  serveEmailImages,
  unsubscribeRoutes,
  inboundRoutes,
  contactsRoutes,
  timelineRoutes,
  complianceRoutes,
  erasuresRoutes,
  recordsRoutes,
  broadcastsRoutes,
  bulkRoutes,
  duplicatesRoutes,
  transfersRoutes,
  tagsRoutes,
  usersRoutes,
  importsRoutes,
  liveRoutes,
  flagsRoutes,
  demoRoutes,
  phoneRoutes,
  messagesRoutes,
  twilioTextsRoutes,
  chatRoutes,
  quotesRoutes,
  helpRoutes,
  minutesRoutes,
  recordingRoutes,
  twilioRoutes,
  faultsRoutes,
  auditLogRoutes,
  failedJobsRoutes,
  poolsRoutes,
  referenceRoutes,
  carriersRoutes,
  agentLicensesRoutes,
  accountAccessRoutes,
  businessUnitsRoutes,
  officeLocationsRoutes,
  corporationsRoutes,
  customDomainsRoutes,
  integrationsRoutes,
  trainingsRoutes,
  eventsRoutes,
  settingsRoutes,
  signupsRoutes,
  aftercaresRoutes,
  fireLightRoutes,
  soaRoutes,
  feedRoutes,
  bookingsRoutes,
  signPageRoutes,
  publicPagesRoutes,
  comraLeadsRoutes,
  reportsRoutes,
  emailTemplatesRoutes,
  campaignTriggersRoutes,
  sequencesRoutes,
  workflowsRoutes,
  quickFiltersRoutes,
  favoritesRoutes,
  notificationsRoutes,
  callListRoutes,
  dashboardRoutes,
  billingRoutes,
  filesRoutes,
  exportsRoutes,
  printingRoutes,
  mailerKitsRoutes,
  registrationRoutes,
  verificationsRoutes,
  walletsRoutes,
  disputesRoutes,
  plansRoutes,
  maxPlusRoutes,
  storeRoutes,
  ordersRoutes,
  numbersRoutes,
];

/** On every answer. Pages get a policy of their own on top (`http/pages.ts`). */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': DATA_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  'cache-control': 'no-store',
};

/** One year. Source: promise P2. */
const HSTS = 'max-age=31536000; includeSubDomains';

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the server stops: no new requests are wanted. */
    leaving: boolean;
    /** @throws {Refusal} `access_denied` with the reason when the feature is not there for the identity. */
    gate: (identity: Identity, feature: FeatureName) => Promise<void>;
  }
  interface FastifyRequest {
    /** `null` before the first hook. */
    cause: Cause | null;
  }
}

export interface AppOptions {
  /** The built browser app; absent means `dist` in the checkout. */
  pages?: string;
  /** Absent means every feature. */
  features?: readonly Routes[];
  /** Absent means the limit of every server. */
  answerMs?: number;
}

/** The whole HTTP side of the server, not yet listening. @throws when an endpoint does not declare everything. */
export async function createApp(
  deps: Deps,
  { pages = join(ROOT, 'dist'), features = FEATURES, answerMs = ANSWER_MS }: AppOptions = {},
): Promise<FastifyInstance> {
  const isTrusted = trustIn(deps.config.trustedProxies);
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestIdOf(headers[REQUEST_ID_HEADER]),
    // Log lines name their request by its cause; only a route's own level creates a logger.
    childLoggerFactory: (log, _, { level }) => (level === undefined ? log : log.child({}, { level })),
    requestIdHeader: false,
    // Also of unknown paths; an endpoint has its own limits.
    bodyLimit: PUBLIC_JSON.bytes,
    trustProxy: isTrusted,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void replyError(error, request, reply),
  });
  app.decorate('deps', deps);
  warnOfProxies(app, isTrusted);
  app.decorate(
    'limiter',
    createRateLimiter(() => deps.now().getTime()),
  );
  app.decorate('places', createFairPlaces(deps.config.requests));
  app.decorate('gate', (identity, feature) => requireFeature(deps, identity, feature));
  app.decorate('bound', []);
  app.decorate('leaving', false);
  app.decorate('answerMs', answerMs);
  app.decorateRequest('identity', null);
  app.decorateRequest('cause', null);
  app.decorateRequest('admittedAfter', 0);
  app.setErrorHandler(replyError);
  acceptBodies(app);
  observeRequests(app);
  dressAnswers(app);
  answerSiblings(app);
  sendClock(app);
  await app.register(multipart, { throwFileSizeLimit: false, limits: { fields: 50, files: 1, fieldSize: 2 ** 20 } });
  for (const feature of features) feature(app, deps);
  metricsRoute(app, deps.config);
  await serveDocs(app, pages);
  await servePages(app, pages);
  await app.ready();
  return app;
}

/** JSON, also an empty body that calls itself JSON, and multipart. */
function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      requireWithin(body as string, request.routeOptions.config.json ?? PUBLIC_JSON);
    } catch (error) {
      return done(error as Error);
    }
    parse.call(app, request, body as string, done);
  });
}

function dressAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(HEADERS).header(REQUEST_ID_HEADER, request.id);
    if (request.protocol === 'https') void reply.header('strict-transport-security', HSTS);
    // Kept connections go to another process with their next request, instead of breaking under it.
    if (app.leaving) void reply.header('connection', 'close');
    done();
  });
}

/** The page's own, so that one id leads from it to the log; else one of ours. */
const requestIdOf = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
