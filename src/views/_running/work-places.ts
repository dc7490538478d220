import type { WorkKind, WorkOf } from '../../machines/_running/kinds.ts';
import { stageOf, stillMoved } from '../../machines/transfers/transfer-stage.ts';

interface WorkPlace<W> {
  /** Its own page. */
  readonly hrefOf: (work: W) => string;
  /** Endpoints, by name, that its end makes stale: the contracts come with the pages that use them. */
  readonly stale: readonly { readonly name: string }[];
  /** Pages other than its own that show it anyway, so that the banner is not needed there. */
  readonly isShownOn?: (path: string) => boolean;
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
};
