import * as z from 'zod/mini';
import { type AccountNotice, accountNotice } from '../../store/account-notice.ts';
import { storedHint } from '../../store/stored-hint.ts';

const dismissed = storedHint('notice', 1, z.string());

/** Shows a notice, unless it was dismissed in this browser. */
export const tellNotice = (notice: AccountNotice | null): void =>
  accountNotice.set(notice !== null && dismissed.read() === notice.version ? null : notice);

/** Hides the notice until it changes. */
export function dismissNotice(): void {
  dismissed.write(accountNotice.get()?.version ?? '');
  accountNotice.set(null);
}
