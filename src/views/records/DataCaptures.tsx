import { useState } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  type Capture,
  CAPTURES_MAX,
  type DataCapture,
  readDataCapture,
  updateDataCapture,
} from '#contract/records/data-capture.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { cellError, type GridColumn, GridEditor } from './GridEditor.tsx';
import { KeepTyped } from './KeepTyped.tsx';
import { TabState } from './TabState.tsx';

const COLUMNS: readonly GridColumn<keyof Capture>[] = [
  { name: 'label', label: 'Label', maxLength: 60, width: 10 },
  { name: 'value', label: 'Value', maxLength: 1_000, width: 16 },
];

const BLANK: Capture = { label: '', value: '' };

/** Labels and values in the user's order: answers of a form or columns of a file without a field. */
export function DataCaptures({ contact }: { contact: Contact }) {
  const resource = useResource(readDataCapture, { params: { id: contact.id } }, { version: contact.last_touch_at });
  return (
    <TabState resource={resource} what="Custom fields">
      {({ data }) => <Captures contact={contact} stored={data} />}
    </TabState>
  );
}

function Captures({ contact, stored }: { contact: Contact; stored: DataCapture }) {
  const { user } = useApp();
  const [editing, setEditing] = useState<DataCapture | null>(null);
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  if (editing !== null)
    return <CapturesGrid contact={contact} start={editing} stored={stored} onClose={() => setEditing(null)} />;
  const isEmpty = stored.captures.length === 0;
  const edit = readOnly ? null : (
    <Button size="small" onClick={() => setEditing(isEmpty ? { ...stored, captures: [BLANK] } : stored)}>
      {isEmpty ? 'Add fields' : 'Edit'}
    </Button>
  );
  return (
    <Card title="Custom fields" count={isEmpty ? undefined : String(stored.captures.length)} aside={edit} padded>
      {isEmpty ? (
        <p className="soft">Add information that has no field of its own, such as form answers or file columns.</p>
      ) : (
        <Captured captures={stored.captures} />
      )}
    </Card>
  );
}

/** Two may have one label. */
const Captured = ({ captures }: { captures: readonly Capture[] }) => (
  <dl className="facts">
    {captures.map(({ label, value }, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- rows have no ids
      <div key={at} style={{ display: 'contents' }}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface CapturesGridProps {
  contact: Contact;
  start: DataCapture;
  /** The stored values, possibly changed by someone else. */
  stored: DataCapture;
  onClose: () => void;
}

function CapturesGrid({ contact, start, stored, onClose }: CapturesGridProps) {
  const { invalidate } = useApp();
  const [rows, setRows] = useState<readonly Capture[]>(start.captures);
  const [version, setVersion] = useState(start.version);
  const filled = rows.filter(({ label, value }) => label.trim() !== '' || value.trim() !== '');
  const isChanged = JSON.stringify(filled) !== JSON.stringify(start.captures.filter(({ label }) => label !== ''));
  const save = useSubmit(updateDataCapture, {
    invalidates: [readDataCapture, readContact],
    onDone: onClose,
    onFailed: ({ code }) => code === 'contact_changed' && invalidate(readDataCapture),
  });
  const submit = (against = version) => {
    setRows(filled);
    save.submit({ params: { id: contact.id }, body: { captures: [...filled], version: against } });
  };
  const fields = save.error?.fields ?? {};
  const isConflict = save.error?.code === 'contact_changed';

  return (
    <>
      {isChanged ? <KeepTyped what="the custom fields" onLeave={onClose} /> : null}
      {save.error ? (
        <Note tone={isConflict ? 'warn' : 'bad'} title={save.error.message} role="alert">
          {isConflict ? (
            <>
              <p>Your changes are kept below. Currently saved:</p>
              <Captured captures={stored.captures} />
              <Button
                size="small"
                onClick={() => {
                  setVersion(stored.version);
                  submit(stored.version);
                }}
              >
                Replace with mine
              </Button>
            </>
          ) : (
            'Your changes are kept.'
          )}
        </Note>
      ) : null}
      <Card title="Custom fields" count={`${filled.length} of at most ${CAPTURES_MAX}`}>
        <GridEditor
          label="Custom fields"
          thing="row"
          columns={COLUMNS}
          rows={rows}
          blank={BLANK}
          most={CAPTURES_MAX}
          ordered
          errorOf={(row, column) => cellError(fields, row, column)}
          onChange={setRows}
          onSave={() => submit()}
        >
          <Button size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" look="primary" busy={save.state === 'submitting'} onClick={() => submit()}>
            Save
          </Button>
        </GridEditor>
      </Card>
    </>
  );
}
