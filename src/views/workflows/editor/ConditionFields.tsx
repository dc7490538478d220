import { ListFilter } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { fieldWord, valueWords } from '#rules/contacts/scope-sentence.ts';
import { capital } from '#rules/words/capital.ts';
import { Chip } from '../../_kit/display/Chip.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { useScopeNames } from '../../contacts/list/use-scope-names.tsx';

const FilterForm = lazyPart(() => import('../../contacts/list/FilterForm.tsx'), 'FilterForm');

interface ConditionFieldsProps {
  /** How the filters count. */
  about: string;
  filters: readonly ContactFilter[];
  onChange: (filters: ContactFilter[]) => void;
}

/** Filters of the contact list, all of which are to hold. */
export function ConditionFields({ about, filters, onChange }: ConditionFieldsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { nameOf, source } = useScopeNames(filters);
  return (
    <>
      <p className="soft">{about}</p>
      <div className="row wrap">
        {filters.map((filter) => (
          <Chip
            key={JSON.stringify(filter)}
            kind="remove"
            field={capital(fieldWord(filter.field))}
            onClick={() => onChange(filters.filter((one) => one !== filter))}
          >
            {valueWords(filter, nameOf)}
          </Chip>
        ))}
        <Chip
          kind="add"
          icon={ListFilter}
          ref={trigger}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
        >
          Filter
        </Chip>
      </div>
      {source}
      <Suspense>
        {isOpen ? (
          <FilterForm
            trigger={trigger}
            onClose={() => setIsOpen(false)}
            onAdd={(filter) => onChange([...filters, filter])}
            onDuplicates={undefined}
          />
        ) : null}
      </Suspense>
    </>
  );
}
