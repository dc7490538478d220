import { createRoute, useNavigate } from '@tanstack/react-router';
import { appRoute } from './frame-routes.tsx';
import {
  BulkJobPage,
  BulkJobsPage,
  CallPage,
  CallsPage,
  DuplicatesPage,
  ExportsPage,
  MergePage,
  MergesPage,
  NewEmailPage,
  PrintPage,
  PrintsPage,
  TransferPage,
  TransfersPage,
} from './lazy-pages.ts';
import { NotFound } from '../_base/NotFound.tsx';
import { callsSearch, duplicatesSearch, mergeSearch, transfersSearch } from './search-params.ts';

export type How = 'push' | 'replace';

const duplicatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/duplicates',
  validateSearch: duplicatesSearch,
  component: function DuplicatesRoute() {
    const navigate = useNavigate();
    const setSearch = (next: ReturnType<typeof duplicatesSearch>) =>
      void navigate({ to: '/contacts/duplicates', search: duplicatesSearch({ ...next }) });
    return <DuplicatesPage search={duplicatesRoute.useSearch()} setSearch={setSearch} />;
  },
});

const mergeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/merge',
  validateSearch: mergeSearch,
  component: function MergeRoute() {
    const { ids = '' } = mergeRoute.useSearch();
    const chosen = [...new Set(ids.split(',').map(Number))].filter((id) => id > 0);
    return <MergePage key={ids} ids={chosen} />;
  },
});

const mergesRoute = createRoute({ getParentRoute: () => appRoute, path: '/contacts/merges', component: MergesPage });

const bulkJobsRoute = createRoute({ getParentRoute: () => appRoute, path: '/contacts/bulk', component: BulkJobsPage });

const bulkJobRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/bulk/$id',
  component: function BulkJobRoute() {
    const id = Number(bulkJobRoute.useParams().id);
    return Number.isSafeInteger(id) && id > 0 ? <BulkJobPage key={id} id={id} /> : <NotFound />;
  },
});

const printsRoute = createRoute({ getParentRoute: () => appRoute, path: '/prints', component: PrintsPage });

const printRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/prints/$jid',
  component: function PrintRoute() {
    const { jid } = printRoute.useParams();
    return /^[\w-]{22}$/u.test(jid) ? <PrintPage key={jid} jid={jid} /> : <NotFound />;
  },
});

const transfersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/transfers',
  validateSearch: transfersSearch,
  component: function TransfersRoute() {
    const navigate = useNavigate();
    const setSearch = (next: ReturnType<typeof transfersSearch>, how: How = 'push') =>
      void navigate({ to: '/transfers', search: transfersSearch({ ...next }), replace: how === 'replace' });
    return <TransfersPage search={transfersRoute.useSearch()} setSearch={setSearch} />;
  },
});

const transferRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/transfers/$id',
  component: function TransferRoute() {
    const id = Number(transferRoute.useParams().id);
    return Number.isSafeInteger(id) && id > 0 ? <TransferPage key={id} id={id} /> : <NotFound />;
  },
});

const callsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/calls',
  validateSearch: callsSearch,
  component: function CallsRoute() {
    const navigate = useNavigate();
    const setSearch = (next: ReturnType<typeof callsSearch>, how: How = 'push') =>
      void navigate({ to: '/calls', search: callsSearch({ ...next }), replace: how === 'replace' });
    return <CallsPage search={callsRoute.useSearch()} setSearch={setSearch} />;
  },
});

const callRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/calls/$id',
  component: function CallRoute() {
    const id = Number(callRoute.useParams().id);
    return Number.isSafeInteger(id) && id > 0 ? <CallPage key={id} id={id} /> : <NotFound />;
  },
});

const exportsRoute = createRoute({ getParentRoute: () => appRoute, path: '/exports', component: ExportsPage });

const newEmailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/email-management/new',
  beforeLoad: async ({ context: { refusal, user } }) => {
    if (refusal === null && user !== null) (await import('../mail/take-ai-email.ts')).takeAiEmail(user);
  },
  component: NewEmailPage,
});

/** Work on many contacts: changes, duplicates, prints, transfers, exports; calls and e-mail to one. */
export const workRoutes = [
  duplicatesRoute,
  mergeRoute,
  mergesRoute,
  bulkJobsRoute,
  bulkJobRoute,
  printsRoute,
  printRoute,
  transfersRoute,
  transferRoute,
  callsRoute,
  callRoute,
  exportsRoute,
  newEmailRoute,
] as const;
