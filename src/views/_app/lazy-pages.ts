import { lazy } from 'react';

// Pages that come when they are opened; the list and signing in are part of the start.
export const ResetPasswordPage = lazy(async () => ({
  default: (await import('../passwords/ResetPasswordPage.tsx')).ResetPasswordPage,
}));
export const SsoCallbackPage = lazy(async () => ({
  default: (await import('../session/SsoCallbackPage.tsx')).SsoCallbackPage,
}));
export const SsoLogoutPage = lazy(async () => ({
  default: (await import('../session/SsoLogoutPage.tsx')).SsoLogoutPage,
}));
export const LegalPage = lazy(async () => ({ default: (await import('../public-pages/LegalPage.tsx')).LegalPage }));
export const OutboxPage = lazy(async () => ({ default: (await import('../mail/OutboxPage.tsx')).OutboxPage }));
export const NewEmailPage = lazy(async () => ({ default: (await import('../mail/NewEmailPage.tsx')).NewEmailPage }));
export const ContactPage = lazy(async () => ({
  default: (await import('../contacts/page/ContactPage.tsx')).ContactPage,
}));
export const BulkJobsPage = lazy(async () => ({
  default: (await import('../bulk/BulkJobsPage.tsx')).BulkJobsPage,
}));
export const BulkJobPage = lazy(async () => ({ default: (await import('../bulk/BulkJobPage.tsx')).BulkJobPage }));
export const DuplicatesPage = lazy(async () => ({
  default: (await import('../duplicates/DuplicatesPage.tsx')).DuplicatesPage,
}));
export const MergePage = lazy(async () => ({ default: (await import('../duplicates/MergePage.tsx')).MergePage }));
export const MergesPage = lazy(async () => ({ default: (await import('../duplicates/MergesPage.tsx')).MergesPage }));
export const AttachmentsPage = lazy(async () => ({
  default: (await import('../files/AttachmentsPage.tsx')).AttachmentsPage,
}));
export const ExportsPage = lazy(async () => ({ default: (await import('../exports/ExportsPage.tsx')).ExportsPage }));
export const ImportsPage = lazy(async () => ({
  default: (await import('../imports/list/ImportsPage.tsx')).ImportsPage,
}));
export const TransfersPage = lazy(async () => ({
  default: (await import('../transfers/TransfersPage.tsx')).TransfersPage,
}));
export const TransferPage = lazy(async () => ({
  default: (await import('../transfers/TransferPage.tsx')).TransferPage,
}));
export const CallsPage = lazy(async () => ({ default: (await import('../phone/calls/CallsPage.tsx')).CallsPage }));
export const CallPage = lazy(async () => ({ default: (await import('../phone/calls/CallPage.tsx')).CallPage }));
export const PrintsPage = lazy(async () => ({ default: (await import('../printing/PrintsPage.tsx')).PrintsPage }));
export const PrintPage = lazy(async () => ({ default: (await import('../printing/PrintPage.tsx')).PrintPage }));
export const LivePage = lazy(async () => ({ default: (await import('../live/LivePage.tsx')).LivePage }));
export const FeaturesPage = lazy(async () => ({ default: (await import('../flags/FeaturesPage.tsx')).FeaturesPage }));
export const DashboardPage = lazy(async () => ({
  default: (await import('../dashboard/DashboardPage.tsx')).DashboardPage,
}));
export const ListsPage = lazy(async () => ({ default: (await import('../reference/ListsPage.tsx')).ListsPage }));
export const RulesPage = lazy(async () => ({ default: (await import('../compliance/RulesPage.tsx')).RulesPage }));
export const UsersPage = lazy(async () => ({ default: (await import('../users/UsersPage.tsx')).UsersPage }));
export const UserPage = lazy(async () => ({ default: (await import('../users/UserPage.tsx')).UserPage }));
export const ProfilePage = lazy(async () => ({ default: (await import('../profile/ProfilePage.tsx')).ProfilePage }));
export const BillingShell = lazy(async () => ({ default: (await import('../billing/BillingShell.tsx')).BillingShell }));
export const HelpRoute = lazy(async () => ({ default: (await import('./HelpRoutes.tsx')).HelpRoute }));
export const HelpArticleRoute = lazy(async () => ({
  default: (await import('./HelpRoutes.tsx')).HelpArticleRoute,
}));
export const KitPage = lazy(async () => ({ default: (await import('./KitRoute.tsx')).KitRoute }));
export const MachinesPage = lazy(async () => ({
  default: (await import('../machines/MachinesPage.tsx')).MachinesPage,
}));
export const DemoWorldPage = lazy(async () => ({ default: (await import('../demo/DemoWorldPage.tsx')).DemoWorldPage }));
export const ImportPage = lazy(async () => ({ default: (await import('../imports/ImportPage.tsx')).ImportPage }));
