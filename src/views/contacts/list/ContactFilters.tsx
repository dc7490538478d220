import { Columns3, History, ListFilter, Printer, Users } from 'lucide-react';
import { type Ref, Suspense, useRef, useState } from 'react';
import {
  duplicateWords,
  fieldWord,
  GROUP_WORDS,
  narrowingParts,
  type ScopeNames,
  valueWords,
} from '#rules/contacts/scope-sentence.ts';
import type { ContactsSearch } from '../contacts-search.ts';
import { useGate } from '../../_base/use-gate.ts';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { capital } from '#rules/words/capital.ts';
import { Chip } from '../../_kit/display/Chip.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { SearchBox } from '../../_base/list/SearchBox.tsx';
import { withoutPage } from './use-contact-list.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const FilterForm = lazyPart(() => import('./FilterForm.tsx'), 'FilterForm');
const ColumnsForm = lazyPart(() => import('./ColumnsForm.tsx'), 'ColumnsForm');

interface ContactFiltersProps {
  search: ContactsSearch;
  setSearch: (next: ContactsSearch, how?: 'push' | 'replace') => void;
  searchRef: Ref<HTMLInputElement>;
  nameOf: ScopeNames;
}

/** Filters of the list: the search, one chip per filter, and the chosen columns. */
export function ContactFilters({ search, setSearch, searchRef, nameOf }: ContactFiltersProps) {
  const [open, setOpen] = useState<'filter' | 'columns' | null>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const columnsRef = useRef<HTMLButtonElement>(null);
  const filters = search.search ?? [];
  const hasDuplicates = useGate('duplicates').allowed;
  const hasPrints = useGate('printing').allowed;
  const narrow = (change: Partial<ContactsSearch>) => setSearch({ ...withoutPage(search), ...change });

  return (
    <div className="filters contact-filters">
      <SearchBox
        ref={searchRef}
        value={search.q ?? ''}
        onSearch={(q) => (q === (search.q ?? '') ? undefined : narrow({ q }))}
      />
      {filters.map((filter) => (
        <Chip
          key={JSON.stringify(filter)}
          kind="remove"
          field={capital(fieldWord(filter.field))}
          onClick={() => narrow({ search: filters.filter((other) => other !== filter) })}
        >
          {valueWords(filter, nameOf)}
        </Chip>
      ))}
      {search.all_downline ? (
        <Chip kind="remove" onClick={() => narrow({ all_downline: undefined })}>
          {GROUP_WORDS.all_agents}
        </Chip>
      ) : null}
      {search.select_n ? (
        <Chip kind="remove" onClick={() => narrow({ select_n: undefined })}>
          {`First ${formatCount(search.select_n)}`}
        </Chip>
      ) : null}
      {narrowingParts(search).map(({ part, words }) => (
        <Chip key={part} kind="remove" onClick={() => narrow({ [part]: undefined })}>
          {capital(words)}
        </Chip>
      ))}
      {search.duplicate?.is_duplicate ? (
        <Chip kind="remove" onClick={() => narrow({ duplicate: undefined })}>
          {capital(duplicateWords(search).join(''))}
        </Chip>
      ) : null}
      <Chip
        kind="add"
        icon={ListFilter}
        ref={addRef}
        aria-haspopup="dialog"
        aria-expanded={open === 'filter'}
        onClick={() => setOpen('filter')}
      >
        Filter
      </Chip>
      <span className="filters-end">
        {hasDuplicates ? (
          <ButtonLink href="/contacts/duplicates" look="plain" icon={Users}>
            Duplicates
          </ButtonLink>
        ) : null}
        <ButtonLink href="/contacts/bulk" look="plain" icon={History}>
          Bulk changes
        </ButtonLink>
        {hasPrints ? (
          <ButtonLink href="/prints" look="plain" icon={Printer}>
            Print jobs
          </ButtonLink>
        ) : null}
        <Button
          look="plain"
          icon={Columns3}
          ref={columnsRef}
          aria-haspopup="dialog"
          aria-expanded={open === 'columns'}
          onClick={() => setOpen('columns')}
        >
          Columns
        </Button>
      </span>
      <Suspense>
        {open === 'filter' ? (
          <FilterForm
            trigger={addRef}
            onClose={() => setOpen(null)}
            onAdd={(filter) => narrow({ search: [...filters, filter] })}
            onDuplicates={hasDuplicates ? (duplicate) => narrow({ duplicate }) : undefined}
          />
        ) : null}
        {open === 'columns' ? <ColumnsForm trigger={columnsRef} search={search} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  );
}
