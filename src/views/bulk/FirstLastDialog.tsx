import { useState } from 'react';
import { selectFirstLast } from '#contract/bulk.contract.ts';
import { type ContactsScopeInput, MAX_SELECTED } from '#contract/contacts/scope.contract.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import './bulk.css';

interface FirstLastDialogProps {
  scope: ContactsScopeInput;
  sentence: string;
  /** `null`: not known yet. */
  total: number | null;
  onClose: () => void;
}

/** Number of contacts selected from the start or end of the list, and the names at the boundaries. */
export function FirstLastDialog({ scope, sentence, total, onClose }: FirstLastDialogProps) {
  const [written, setWritten] = useState('100');
  const [end, setEnd] = useState<'first' | 'last'>('first');
  const n = Number(written);
  const isNumber = /^\d+$/.test(written) && n >= 1 && n <= MAX_SELECTED;
  const ends = useResource(
    selectFirstLast,
    isNumber ? { body: { contacts_scope: scope, select_n: n, from_end: end === 'last' } } : null,
  );
  const found = ends.isEarlier ? null : (ends.data?.data ?? null);
  const select = () => {
    contactsStore.trigger.wholeSelected({ count: found?.count ?? n, n, fromEnd: end === 'last' });
    onClose();
  };
  return (
    <Dialog
      open
      title="Select the first or last contacts"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            refusal={found === null || found.count === 0 ? 'Enter a number' : undefined}
            onClick={select}
          >
            {found ? `Select ${formatContacts(found.count)}` : 'Select'}
          </Button>
        </>
      }
    >
      <p className="soft">
        {sentence}
        {total === null ? '' : `: ${formatContacts(total)}`}
      </p>
      <div className="bulk-form">
        <SelectField
          label="From"
          value={end}
          options={[
            { value: 'first', label: 'Start of the list' },
            { value: 'last', label: 'End of the list' },
          ]}
          onChange={(event) => setEnd(event.target.value as typeof end)}
        />
        <TextField
          label="How many"
          inputMode="numeric"
          value={written}
          error={isNumber ? undefined : 'Enter a number from 1 to 1,000,000.'}
          onChange={(event) => setWritten(event.target.value.trim())}
        />
      </div>
      <output className="bulk-check">
        {ends.error ? <span className="bad-t">{ends.error.message}</span> : null}
        {found?.first && found.last ? `From ${found.first.name} to ${found.last.name}.` : null}
      </output>
    </Dialog>
  );
}
