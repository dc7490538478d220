import { type ReactNode, Suspense, useState } from 'react';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { isNamedField, type NamedField, type ScopeNames } from '#rules/contacts/scope-sentence.ts';
import type { ScopeChoices } from './use-scope-choices.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const ScopeNameSource = lazyPart(() => import('./ScopeNameSource.tsx'), 'ScopeNameSource');

/** Names of the choices that stand in these filters by their ids. `source` loads them while it is on the page. */
export function useScopeNames(filters: readonly ContactFilter[] = []): { nameOf: ScopeNames; source: ReactNode } {
  const [choices, setChoices] = useState<ScopeChoices>({});
  const fields = [...new Set(filters.map(({ field }) => field))].filter(isNamedField);
  const nameOf = (id: string, field: NamedField) => choices[field]?.find(({ value }) => value === id)?.label;
  const source =
    fields.length > 0 ? (
      <Suspense>
        <ScopeNameSource fields={fields} onKnown={setChoices} />
      </Suspense>
    ) : null;
  return { nameOf, source };
}
