import { createAtom } from '@xstate/store';

export interface AccountNotice {
  readonly text: string;
  readonly isWarning: boolean;
  /** Empty: none. */
  readonly link: string;
  /** Differs after each change. */
  readonly version: string;
}

/** The notice of the account to its users. `null`: none, or dismissed. */
export const accountNotice = createAtom<AccountNotice | null>(null);
