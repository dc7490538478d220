import { createRoute } from '@tanstack/react-router';
import { adminRoutes } from '../admin/admin.routes.tsx';
import { apiTrackingRoutes } from '../api-tracking/api-tracking.routes.tsx';
import { billingRoutes } from '../billing/billing.routes.tsx';
import { broadcastsRoutes } from '../broadcasts/broadcasts.routes.tsx';
import { bulkRoutes } from '../bulk/bulk.routes.tsx';
import { campaignTriggersRoutes } from '../campaign-triggers/campaign-triggers.routes.tsx';
import { complianceRoutes } from '../compliance/compliance.routes.tsx';
import { comraLeadsRoutes } from '../comra-leads/comra-leads.routes.tsx';
import { corporationsRoutes } from '../corporations/corporations.routes.tsx';
import { customDomainsRoutes } from '../custom-domains/custom-domains.routes.tsx';
import { dashboardRoutes } from '../dashboard/dashboard.routes.tsx';
import { demoRoutes } from '../demo/demo.routes.tsx';
import { duplicatesRoutes } from '../duplicates/duplicates.routes.tsx';
import { emailTemplatesRoutes } from '../email-templates/email-templates.routes.tsx';
import { eventsRoutes } from '../events/events.routes.tsx';
import { exportsRoutes } from '../exports/exports.routes.tsx';
import { auditLogRoutes } from '../audit-log/audit-log.routes.tsx';
import { failedJobsRoutes } from '../failed-jobs/failed-jobs.routes.tsx';
import { filesRoutes } from '../files/files.routes.tsx';
import { flagsRoutes } from '../flags/flags.routes.tsx';
import { helpRoutes } from '../help/help.routes.tsx';
import { importsRoutes } from '../imports/imports.routes.tsx';
import { integrationsRoutes } from '../integrations/integrations.routes.tsx';
import { liveRoutes } from '../live/live.routes.tsx';
import { machinesRoutes } from '../machines/machines.routes.tsx';
import { mailRoutes } from '../mail/mail.routes.tsx';
import { mailerKitsRoutes } from '../mailer-kits/mailer-kits.routes.tsx';
import { maxPlusRoutes } from '../max-plus/max-plus.routes.tsx';
import { messagesRoutes } from '../messages/messages.routes.tsx';
import { notificationsRoutes } from '../notifications/notifications.routes.tsx';
import { numbersRoutes } from '../numbers/numbers.routes.tsx';
import { agentLicensesRoutes } from '../agent-licenses/agent-licenses.routes.tsx';
import { accountAccessRoutes } from '../account-access/account-access.routes.tsx';
import { businessUnitsRoutes } from '../business-units/business-units.routes.tsx';
import { officeLocationsRoutes } from '../office-locations/office-locations.routes.tsx';
import { ordersRoutes } from '../orders/orders.routes.tsx';
import { passwordsRoutes } from '../passwords/passwords.routes.tsx';
import { phoneRoutes } from '../phone/phone.routes.tsx';
import { plansRoutes } from '../plans/plans.routes.tsx';
import { printingRoutes } from '../printing/printing.routes.tsx';
import { profileRoutes } from '../profile/profile.routes.tsx';
import { publicPagesRoutes } from '../public-pages/public-pages.routes.tsx';
import { referenceRoutes } from '../reference/reference.routes.tsx';
import { registrationRoutes } from '../registration/registration.routes.tsx';
import { reportsRoutes } from '../reports/reports.routes.tsx';
import { sessionRoutes } from '../session/session.routes.tsx';
import { settingsRoutes } from '../settings/settings.routes.tsx';
import { signupsRoutes } from '../signups/signups.routes.tsx';
import { soaRoutes } from '../soa/soa.routes.tsx';
import { storeRoutes } from '../store/store.routes.tsx';
import { trainingsRoutes } from '../trainings/trainings.routes.tsx';
import { transfersRoutes } from '../transfers/transfers.routes.tsx';
import { usersRoutes } from '../users/users.routes.tsx';
import { verificationsRoutes } from '../verifications/verifications.routes.tsx';
import { receiptRoute, walletsRoutes } from '../wallets/wallets.routes.tsx';
import { workflowsRoutes } from '../workflows/workflows.routes.tsx';
import { appRoute, rootRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { firstRoutes } from './first-routes.tsx';

const KitPage = lazyPart(() => import('./KitRoute.tsx'), 'KitRoute');

const shellRoute = createRoute({ getParentRoute: () => appRoute, path: '/_app', component: () => null });

/** The design kit, where there is a demo world. */
const kitRoute = createRoute({ getParentRoute: () => appRoute, path: '/_kit', component: KitPage });

/** Every page. Adds itself to the routes that the first script has. */
export const routeTree = rootRoute.addChildren([
  ...sessionRoutes,
  ...passwordsRoutes,
  ...publicPagesRoutes,
  receiptRoute,
  appRoute.addChildren([
    ...firstRoutes,
    shellRoute,
    kitRoute,
    ...adminRoutes,
    ...apiTrackingRoutes,
    ...billingRoutes,
    ...broadcastsRoutes,
    ...bulkRoutes,
    ...complianceRoutes,
    ...dashboardRoutes,
    ...demoRoutes,
    ...duplicatesRoutes,
    ...exportsRoutes,
    ...filesRoutes,
    ...flagsRoutes,
    ...helpRoutes,
    ...importsRoutes,
    ...liveRoutes,
    ...machinesRoutes,
    ...mailRoutes,
    ...messagesRoutes,
    ...auditLogRoutes,
    ...failedJobsRoutes,
    ...agentLicensesRoutes,
    ...accountAccessRoutes,
    ...businessUnitsRoutes,
    ...officeLocationsRoutes,
    ...emailTemplatesRoutes,
    ...campaignTriggersRoutes,
    ...phoneRoutes,
    ...printingRoutes,
    ...registrationRoutes,
    ...walletsRoutes,
    ...maxPlusRoutes,
    ...corporationsRoutes,
    ...customDomainsRoutes,
    ...integrationsRoutes,
    ...eventsRoutes,
    ...trainingsRoutes,
    ...workflowsRoutes,
    ...settingsRoutes,
    ...reportsRoutes,
    ...signupsRoutes,
    ...soaRoutes,
    ...comraLeadsRoutes,
    ...storeRoutes,
    ...ordersRoutes,
    ...notificationsRoutes,
    ...numbersRoutes,
    ...plansRoutes,
    ...mailerKitsRoutes,
    ...verificationsRoutes,
    ...profileRoutes,
    ...referenceRoutes,
    ...transfersRoutes,
    ...usersRoutes,
  ]),
]);
