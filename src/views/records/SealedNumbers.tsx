import { Suspense, useState } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  listSealedFields,
  REVEALED_MS,
  revealField,
  type SealedField,
  type SealedValue,
  updateSealedFields,
} from '#contract/records/sealed-fields.contract.ts';
import { shownSealed } from '#rules/insurance/sealed-numbers.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { RevealButtons, REVEALED_WORDS } from './RevealButtons.tsx';
import { TabState } from './TabState.tsx';
import { useRevealed } from './use-revealed.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

const LABELS: Readonly<Record<SealedField, string>> = {
  medicare_number: 'Medicare number',
  ssn: 'Social Security number',
  bank_routing: 'Bank routing number',
  bank_account: 'Bank account number',
};

/** Numbers that are stored encrypted, masked here, and shown one at a time. */
export function SealedNumbers({ contact }: { contact: Contact }) {
  const resource = useResource(listSealedFields, { params: { id: contact.id } }, { version: contact.last_touch_at });
  const { user } = useApp();
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  return (
    <TabState resource={resource} what="Sensitive information">
      {({ data }) => (
        <Card title="Sensitive information" aside={<span className="meta quiet not-small">Encrypted</span>}>
          <ul className="list sealed">
            {data.map((one) => (
              <SealedLine key={one.field} contact={contact} stored={one} readOnly={readOnly} />
            ))}
          </ul>
          <div className="grid-foot">
            <span className="meta quiet">{REVEALED_WORDS}</span>
          </div>
        </Card>
      )}
    </TabState>
  );
}

interface SealedLineProps {
  contact: Contact;
  stored: SealedValue;
  readOnly: boolean;
}

function SealedLine({ contact, stored: { field, masked }, readOnly }: SealedLineProps) {
  const { user, toasts } = useApp();
  const [editing, setEditing] = useState(false);
  const revealed = useRevealed<string>(REVEALED_MS);
  const reveal = useSubmit(revealField, {
    onDone: ({ data }) => data.value !== null && revealed.show(shownSealed(field, data.value)),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const label = LABELS[field];
  const frame = useFocusKept<HTMLLIElement>('.row > .btn:last-child', 'input');
  return (
    <li ref={frame}>
      <span className="label-of soft">{label}</span>
      {editing ? (
        <SealedForm contact={contact} field={field} isKnown={masked !== null} onClose={() => setEditing(false)} />
      ) : (
        <>
          <span className="value">
            {revealed.value ?? masked ?? <span className="quiet">Unknown</span>}
            <output className="sr">{revealed.value === null ? '' : `${label} is shown`}</output>
          </span>
          <span className="row">
            {masked !== null && user.permissions.includes('contacts.reveal') ? (
              <RevealButtons
                label={label}
                revealed={revealed}
                busy={reveal.state === 'submitting'}
                onShow={() => reveal.submit({ params: { id: contact.id }, body: { field } })}
              />
            ) : null}
            {readOnly || revealed.value !== null ? null : (
              <Button
                size="small"
                look="plain"
                aria-label={`${masked === null ? 'Add' : 'Change'} ${label}`}
                onClick={() => setEditing(true)}
              >
                {masked === null ? 'Add' : 'Change'}
              </Button>
            )}
          </span>
        </>
      )}
    </li>
  );
}

interface SealedFormProps {
  contact: Contact;
  field: SealedField;
  isKnown: boolean;
  onClose: () => void;
}

/** Replaces a number, or removes it after confirmation. Typed digits aren't stored anywhere else. */
function SealedForm({ contact, field, isKnown, onClose }: SealedFormProps) {
  const [typed, setTyped] = useState('');
  const [removing, setRemoving] = useState(false);
  const save = useSubmit(updateSealedFields, { invalidates: [listSealedFields, readContact], onDone: onClose });
  const write = (value: string) => save.submit({ params: { id: contact.id }, body: { [field]: value } });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') onClose();
        else write(typed);
      }}
    >
      <TextField
        label={LABELS[field]}
        labelHidden
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a button in its place opened it
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={typed}
        error={save.error?.fields[field]?.[0] ?? save.error?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button size="small" type="submit" look="primary" busy={save.state === 'submitting'}>
        Save
      </Button>
      <Button size="small" onClick={onClose}>
        Cancel
      </Button>
      {isKnown ? (
        <Button size="small" look="danger" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      ) : null}
      {removing ? (
        <Suspense>
          <AlertDialog
            open
            title={`Remove the ${LABELS[field]}?`}
            confirmLabel="Remove number"
            cancelLabel="Keep it"
            destructive
            onConfirm={() => {
              setRemoving(false);
              write('');
            }}
            onCancel={() => setRemoving(false)}
          >
            <p>The number is permanently deleted. You can't undo this.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </form>
  );
}
