import { Eye, EyeOff, Pill } from 'lucide-react';
import { useState } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  type Prescription,
  PRESCRIPTIONS_MAX,
  readRxDetails,
  revealRxDetails,
  type RxDetails,
  updateRxDetails,
} from '#contract/records/rx-details.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { cellError, type GridColumn, GridEditor } from './GridEditor.tsx';
import { KeepTyped } from './KeepTyped.tsx';
import { TabState } from './TabState.tsx';
import { useRevealed } from './use-revealed.ts';
import './records.css';

/** Milliseconds that prescriptions stay visible. Our choice: long enough to go through them with the client. */
const RX_REVEALED_MS = 300_000;

const COLUMNS: readonly GridColumn<keyof Prescription>[] = [
  { name: 'drug', label: 'Drug', maxLength: 120, width: 9 },
  { name: 'dosage', label: 'Dosage', maxLength: 60, width: 6 },
  { name: 'frequency', label: 'Frequency', maxLength: 60, width: 7 },
  { name: 'quantity', label: 'Quantity', maxLength: 40, width: 6 },
  { name: 'pharmacy', label: 'Pharmacy', maxLength: 120, width: 8 },
  { name: 'prescriber', label: 'Prescriber', maxLength: 120, width: 8 },
  { name: 'notes', label: 'Notes', maxLength: 500, width: 8 },
];

const BLANK: Prescription = {
  drug: '',
  dosage: '',
  frequency: '',
  quantity: '',
  pharmacy: '',
  prescriber: '',
  notes: '',
};

interface Shown {
  readonly prescriptions: readonly Prescription[];
  readonly version: number;
}

/** The contact's prescriptions: the count for everyone, the list on demand. */
export function RxTab({ contact }: { contact: Contact }) {
  const resource = useResource(readRxDetails, { params: { id: contact.id } }, { version: contact.last_touch_at });
  return (
    <div className="records">
      <TabState resource={resource} what="Prescriptions">
        {({ data }) => <Prescriptions contact={contact} stored={data} />}
      </TabState>
    </div>
  );
}

function Prescriptions({ contact, stored }: { contact: Contact; stored: RxDetails }) {
  const { user, toasts } = useApp();
  const revealed = useRevealed<Shown>(RX_REVEALED_MS);
  const [editing, setEditing] = useState<Shown | null>(null);
  const reveal = useSubmit(revealRxDetails, {
    onDone: ({ data }) => revealed.show(data),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  const mayReveal = user.permissions.includes('contacts.reveal');
  const edit = () => {
    const start = revealed.value ?? { prescriptions: [], version: stored.version };
    setEditing(start.prescriptions.length === 0 ? { ...start, prescriptions: [BLANK] } : start);
    revealed.hide();
  };

  if (editing !== null) return <RxGrid contact={contact} start={editing} onClose={() => setEditing(null)} />;
  if (stored.count === 0)
    return (
      <EmptyState
        icon={Pill}
        title="No prescriptions yet"
        text="Add the client's prescriptions to compare plan coverage. They're stored encrypted."
        action={
          readOnly ? null : (
            <Button look="primary" onClick={edit}>
              Add prescriptions
            </Button>
          )
        }
      />
    );
  const shown = revealed.value;
  return (
    <Card
      title="Prescriptions"
      count={String(stored.count)}
      aside={
        shown === null ? (
          mayReveal ? (
            <Button
              size="small"
              icon={Eye}
              busy={reveal.state === 'submitting'}
              onClick={() => reveal.submit({ params: { id: contact.id } })}
            >
              Show
            </Button>
          ) : null
        ) : (
          <>
            <Button size="small" icon={EyeOff} onClick={revealed.hide}>
              Hide
            </Button>
            {readOnly ? null : (
              <Button size="small" onClick={edit}>
                Edit
              </Button>
            )}
          </>
        )
      }
    >
      <RxTable prescriptions={shown?.prescriptions ?? stored.masked.map((drug) => ({ ...BLANK, drug }))} />
      <div className="grid-foot">
        <span className="meta quiet">
          {shown === null ? 'Encrypted. Views are logged.' : 'Hidden again after 5 minutes or when you leave this tab.'}
        </span>
      </div>
    </Card>
  );
}

function RxTable({ prescriptions }: { prescriptions: readonly Prescription[] }) {
  return (
    <Table stacks aria-label="Prescriptions">
      <thead>
        <tr>
          <HeadCell>Drug</HeadCell>
          <HeadCell>Pharmacy</HeadCell>
          <HeadCell>Prescriber</HeadCell>
        </tr>
      </thead>
      <tbody>
        {prescriptions.map(({ drug, dosage, frequency, quantity, pharmacy, prescriber, notes }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no ids
          <tr key={at}>
            <Cell narrow="title">
              <span className="med">{drug}</span>
              <Sub text={[dosage, frequency, quantity].filter(Boolean).join(', ')} />
            </Cell>
            <Cell narrow="sub">{pharmacy}</Cell>
            <Cell narrow="sub-aside">
              {prescriber}
              <Sub text={notes} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Sub = ({ text }: { text: string }) =>
  text === '' ? null : (
    <span className="record-sub meta quiet" title={text}>
      {text}
    </span>
  );

interface RxGridProps {
  contact: Contact;
  start: Shown;
  onClose: () => void;
}

function RxGrid({ contact, start, onClose }: RxGridProps) {
  const { invalidate, toasts } = useApp();
  const [rows, setRows] = useState(start.prescriptions);
  const filled = rows.filter((row) => Object.values(row).some((value) => value.trim() !== ''));
  const isChanged = JSON.stringify(filled) !== JSON.stringify(start.prescriptions.filter(({ drug }) => drug !== ''));
  const save = useSubmit(updateRxDetails, {
    invalidates: [readRxDetails, readContact],
    onDone: () => {
      toasts.show({ tone: 'good', text: 'Prescriptions saved' });
      onClose();
    },
    onFailed: ({ code }) => code === 'contact_changed' && invalidate(readRxDetails),
  });
  const submit = () => {
    setRows(filled.length === 0 ? [] : filled);
    save.submit({ params: { id: contact.id }, body: { prescriptions: filled, version: start.version } });
  };
  const fields = save.error?.fields ?? {};

  return (
    <>
      {isChanged ? <KeepTyped what="the prescriptions" onLeave={onClose} /> : null}
      {save.error ? (
        <Note tone={save.error.code === 'contact_changed' ? 'warn' : 'bad'} title={save.error.message} role="alert">
          {save.error.code === 'contact_changed'
            ? 'Your changes are still here. Copy them, cancel, and review the stored version.'
            : 'Your changes are kept here.'}
        </Note>
      ) : null}
      <Card title="Prescriptions" count={`${filled.length} of at most ${PRESCRIPTIONS_MAX}`}>
        <GridEditor
          label="Prescriptions"
          thing="prescription"
          columns={COLUMNS}
          rows={rows}
          blank={BLANK}
          most={PRESCRIPTIONS_MAX}
          errorOf={(row, column) => cellError(fields, row, column)}
          onChange={setRows}
          onSave={submit}
        >
          <Button size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" look="primary" busy={save.state === 'submitting'} onClick={submit}>
            Save
          </Button>
        </GridEditor>
      </Card>
    </>
  );
}
