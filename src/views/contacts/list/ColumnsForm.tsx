import { useSelector } from '@xstate/store-react';
import type { RefObject } from 'react';
import { CONTACT_COLUMNS, contactsStore } from '../../../store/contacts.store.ts';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { Popover } from '../../_kit/overlays/Popover.tsx';
import type { ContactsSearch } from '../contacts-search.ts';
import { COLUMN_LOOKS, columnsFor } from './contact-columns.ts';

interface ColumnsFormProps {
  trigger: RefObject<HTMLElement | null>;
  search: ContactsSearch;
  onClose: () => void;
}

/** Chooses the columns of the list; the name is always visible. */
export function ColumnsForm({ trigger, search, onClose }: ColumnsFormProps) {
  const columns = useSelector(contactsStore, (state) => state.context.columns);
  return (
    <Popover label="Columns" open onClose={onClose} trigger={trigger} placement="bottom end">
      <fieldset className="stack choice-list">
        <legend className="label">Columns</legend>
        {columnsFor(search, CONTACT_COLUMNS).map((column) => (
          <Checkbox
            key={column}
            checked={columns.includes(column)}
            onCheckedChange={() => contactsStore.trigger.columnToggled({ column })}
          >
            {COLUMN_LOOKS[column].label}
          </Checkbox>
        ))}
      </fieldset>
      <p className="meta quiet">Columns that don't fit are hidden in a narrow window.</p>
    </Popover>
  );
}
