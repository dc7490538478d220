import { useSelector } from '@xstate/store-react';
import type { RefObject } from 'react';
import { CONTACT_COLUMNS, contactsStore } from '../../../store/contacts.store.ts';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { Popover } from '../../_kit/overlays/Popover.tsx';
import { COLUMN_LOOKS } from './contact-columns.ts';

/** Chooses the columns of the list; the name is always visible. */
export function ColumnsForm({ trigger, onClose }: { trigger: RefObject<HTMLElement | null>; onClose: () => void }) {
  const columns = useSelector(contactsStore, (state) => state.context.columns);
  return (
    <Popover label="Columns" open onClose={onClose} trigger={trigger} placement="bottom end">
      <fieldset className="stack choice-list">
        <legend className="label">Columns</legend>
        {CONTACT_COLUMNS.map((column) => (
          <Checkbox
            key={column}
            checked={columns.includes(column)}
            onCheckedChange={() => contactsStore.trigger.columnToggled({ column })}
          >
            {COLUMN_LOOKS[column].label}
          </Checkbox>
        ))}
      </fieldset>
    </Popover>
  );
}
