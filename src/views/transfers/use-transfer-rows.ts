import { useState } from 'react';
import {
  readTransferAttempt,
  TRANSFER_DETAIL_PAGE_SIZE,
  type TransferAttempt,
  type TransferRow,
} from '#contract/transfers.contract.ts';
import { stageOf } from '../../machines/transfers/transfer-stage.ts';
import { useApp } from '../_base/use-app.ts';
import { type Resource, useResource } from '../_base/use-resource.ts';

export type RowsTab = 'all' | 'moved' | 'left' | 'put_back' | 'kept';

export interface TransferRowsShown extends Pick<Resource<unknown>, 'error' | 'pending' | 'reload'> {
  readonly tab: RowsTab;
  readonly page: number;
  readonly contacts: readonly TransferRow[];
  readonly setTab: (tab: RowsTab) => void;
  readonly setPage: (page: number) => void;
  /** True when the user may cancel and revert. */
  readonly mayChange: boolean;
}

/** Number of contacts in a tab, from the latest facts. */
export const countOfTab = ({ counts, done, put_back }: TransferAttempt, tab: RowsTab): number =>
  ({ all: done, moved: counts.moved, left: counts.left, put_back: put_back?.put_back ?? 0, kept: put_back?.kept ?? 0 })[
    tab
  ];

/** A page of the contacts of a transfer, read again when they have changed. */
export function useTransferRows(id: number, attempt: TransferAttempt | null): TransferRowsShown {
  const { user } = useApp();
  const [{ tab, page }, show] = useState<{ tab: RowsTab; page: number }>({ tab: 'all', page: 1 });
  const limit = TRANSFER_DETAIL_PAGE_SIZE;
  // Later rows don't change a full page.
  const shown = attempt === null ? null : `${stageOf(attempt)} ${Math.min(page * limit, countOfTab(attempt, tab))}`;
  const of = `${tab} ${page}`;
  const [last, see] = useState({ shown, of, version: 0 });
  const hasChanged = last.shown !== null && last.shown !== shown && last.of === of;
  if (last.shown !== shown || last.of !== of) see({ shown, of, version: last.version + (hasChanged ? 1 : 0) });
  const args = { params: { id }, query: { rows: tab, page, limit } };
  const list = useResource(readTransferAttempt, args, { version: last.version });
  return {
    tab,
    page,
    contacts: list.data?.data.contacts ?? [],
    setTab: (next) => show({ tab: next, page: 1 }),
    setPage: (next) => show({ tab, page: next }),
    // The user's own transfers need no list.
    mayChange: attempt?.user.id === user.id || (list.data?.data.may_change ?? false),
    error: list.error,
    pending: list.pending,
    reload: list.reload,
  };
}
