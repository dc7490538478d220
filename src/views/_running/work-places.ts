import type { WorkKind, WorkOf } from '../../machines/_running/kinds.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { createdByHref, hasCreated } from '../imports/imported-contacts.ts';
import { stageOf, stillMoved } from '../../machines/transfers/transfer-stage.ts';

interface WorkPlace<W> {
  /** Its own page. */
  readonly hrefOf: (work: W) => string;
  /** Endpoints, by name, that its end makes stale: the contracts come with the pages that use them. */
  readonly stale: readonly { readonly name: string }[];
  /** Pages other than its own that show it anyway, so that the banner is not needed there. */
  readonly isShownOn?: (path: string) => boolean;
  /** Leads from the message of its end to what it made, instead of to its page. `null`: to its page. */
  readonly resultOf?: (work: W) => { readonly href: string; readonly label: string } | null;
  /** True when its end is announced on its own page too. */
  readonly isToldAtHome?: (work: W) => boolean;
  /** True when the message of its end offers Undo to this user, instead of a link. */
  readonly isUndoOffered?: (work: W, userId: number) => boolean;
}

const endpoints = (...names: readonly string[]) => names.map((name) => ({ name }));

/** The pages of long-running work, one entry a kind. Light: every page loads it. */
export const workPlaces: { readonly [K in WorkKind]: WorkPlace<WorkOf[K]> } = {
  import: {
    hrefOf: ({ id }) => `/imports/${id}`,
    stale: endpoints('listImportAttempts', 'listProblemRows', 'listContacts'),
    isShownOn: (path) => path.startsWith('/imports') || path === '/live',
    resultOf: (attempt) =>
      hasCreated(attempt)
        ? {
            href: createdByHref(attempt.id),
            label: `View ${formatCounted(attempt.counts.created, 'contact', 'contacts')}`,
          }
        : null,
    isToldAtHome: ({ status }) => status !== 'checked',
  },
  broadcast: {
    hrefOf: ({ id }) => `/broadcasts/${id}`,
    stale: endpoints('listBroadcasts', 'listRecipients', 'readTimeline'),
  },
  bulk: {
    hrefOf: ({ id }) => `/contacts/bulk/${id}`,
    stale: endpoints('listContacts', 'readContact', 'listRefusedRows'),
  },
  transfer: {
    hrefOf: ({ id }) => `/transfers/${id}`,
    stale: endpoints(
      'listContacts',
      'readContact',
      'listTransferHistory',
      'listTransferAttempts',
      'readTransferAttempt',
      'listTransferLogs',
    ),
    isShownOn: (path) => path === '/transfers',
    isUndoOffered: (attempt, userId) =>
      attempt.user.id === userId && stageOf(attempt) === 'complete' && stillMoved(attempt) > 0,
  },
  print: {
    hrefOf: ({ jid }) => `/prints/${jid}`,
    stale: endpoints('listPrints', 'readTimeline'),
  },
  verification: {
    hrefOf: ({ id }) => `/verifications/${id}`,
    stale: endpoints('listPhoneVerifications', 'listVerificationRuns', 'readContactability'),
  },
  dryRun: {
    hrefOf: ({ id }) => `/workflows/dry-runs/${id}`,
    stale: endpoints('listWorkflowDryRuns', 'listWorkflowDryRunContacts'),
  },
};
