import type { ListedContact } from '#contract/call-list.contract.ts';
import { storedHint } from './stored-hint.ts';

/** A call list as a tab keeps it over a reload. */
interface KeptCallList {
  readonly user: number;
  readonly list: {
    readonly entries: readonly ListedContact[];
    readonly at: number;
    readonly outcomes: Readonly<Record<string, 'called' | 'passed'>>;
  };
}

/** Only this app writes under its key; the version of the key changes with the shape. Without a schema, which the first script would carry. */
const Kept = {
  safeParse: (stored: unknown) => {
    const { user, list } = (stored ?? {}) as Partial<KeptCallList>;
    return typeof user === 'number' && Array.isArray(list?.entries) ? { data: { user, list } } : {};
  },
};

/** The call list of this tab and user. */
export const callListHint = storedHint<KeptCallList>('call-list', 1, Kept, { ofTab: true });
