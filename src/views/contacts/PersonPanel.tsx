import { Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import {
  type Contact,
  CONTACT_TYPES,
  type ContactFields,
  listContacts,
  readContact,
  updateContact,
} from '#contract/contacts.contract.ts';
import { mayDo } from '#rules/permissions.ts';
import { ageOn } from '#rules/plain-date.ts';
import { useApp } from '../_app/use-app.ts';
import { useSubmit } from '../_app/use-submit.ts';
import { Avatar } from '../_kit/Avatar.tsx';
import { ButtonLink } from '../_kit/Button.tsx';
import { Facts } from '../_kit/Facts.tsx';
import { InlineEdit } from '../_kit/InlineEdit.tsx';
import { Note } from '../_kit/Note.tsx';
import { SelectField } from '../_kit/SelectField.tsx';
import { fullName, listName } from './contact-columns.ts';
import { ABOUT_FIELDS, type EditedField, type FieldLook, REACH_FIELDS, shownValue } from './contact-fields.ts';
import { TagsEditor } from './TagsEditor.tsx';

/** Who it is and how to reach them; every value is its own field. */
export function PersonPanel({ contact }: { contact: Contact }) {
  const { user } = useApp();
  const edit = useFieldEdit(contact);
  const readOnly = contact.deleted_at !== null || !mayDo(user.roles, 'contacts.write');
  const facts = (fields: readonly FieldLook[]) =>
    fields.map((field) => ({
      label: field.label,
      value: (
        <InlineEdit
          label={field.label}
          value={contact[field.name] ?? ''}
          shown={shownValue(contact, field)}
          type={field.type ?? 'text'}
          maxLength={field.maxLength}
          readOnly={readOnly}
          saving={edit.field === field.name && edit.saving}
          error={edit.field === field.name ? edit.error : undefined}
          unsaved={edit.field === field.name && edit.error ? edit.typed : undefined}
          onSave={(value) => edit.save(field, value)}
        />
      ),
    }));

  return (
    <div className="contact-person">
      <header className="contact-who">
        <Avatar name={fullName(contact) || listName(contact)} size="big" />
        <div>
          <p className="title">{fullName(contact) || listName(contact)}</p>
          <p className="soft">{aboutLine(contact)}</p>
        </div>
      </header>
      {contact.phone || contact.email ? (
        <div className="group contact-reach">
          {contact.phone ? (
            <ButtonLink href={`tel:${contact.phone}`} icon={Phone}>
              Call
            </ButtonLink>
          ) : null}
          {contact.email ? (
            <ButtonLink href={`mailto:${contact.email}`} icon={Mail}>
              Mail
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {edit.conflict ? (
        <Note tone="warn" title="Someone changed this contact meanwhile" role="alert">
          {edit.conflict}
        </Note>
      ) : null}
      <section aria-label="Reach">
        <h3>Reach</h3>
        <Facts facts={facts(REACH_FIELDS)} />
      </section>
      <section aria-label="About">
        <h3>About</h3>
        <Facts
          facts={[
            ...facts(ABOUT_FIELDS),
            {
              label: 'Type',
              value: (
                <SelectField
                  label="Type"
                  labelHidden
                  value={contact.type}
                  disabled={readOnly}
                  options={CONTACT_TYPES.map((type) => ({
                    value: type,
                    label: type.charAt(0).toUpperCase() + type.slice(1),
                  }))}
                  onChange={(event) => edit.change({ type: event.currentTarget.value as Contact['type'] })}
                />
              ),
            },
            { label: 'Owner', value: contact.owner.name },
            ...(contact.pool ? [{ label: 'Pool', value: contact.pool.name }] : []),
            { label: 'Tags', value: <TagsEditor contact={contact} readOnly={readOnly} /> },
          ]}
        />
      </section>
    </div>
  );
}

const TYPE_WORDS = { lead: 'Lead', client: 'Client', recruit: 'Recruit' } as const;

function aboutLine(contact: Contact): string {
  const today = new Date().toISOString().slice(0, 10);
  const age = contact.dob ? [`${ageOn(contact.dob, today)} years`] : [];
  const place = [contact.city, contact.state].filter(Boolean).join(', ');
  return [TYPE_WORDS[contact.type], ...age, place].filter(Boolean).join(', ');
}

/** Saves one field at a time against the version that is shown; a refused value stays in its field. */
function useFieldEdit(contact: Contact) {
  const [last, setLast] = useState<{ field: EditedField; typed: string } | null>(null);
  const update = useSubmit(updateContact, { invalidates: [readContact, listContacts] });
  const change = (fields: Partial<ContactFields>) =>
    update.submit({ params: { id: contact.id }, query: {}, body: { contact: fields, version: contact.version } });
  const changedElsewhere = update.error?.code === 'contact_changed';
  const fieldErrors = update.error?.fields ?? {};
  const own = last ? (fieldErrors[`contact.${last.field}`]?.[0] ?? fieldErrors[last.field]?.[0]) : undefined;

  return {
    field: last?.field ?? null,
    typed: last?.typed,
    saving: update.state === 'submitting',
    error: update.state === 'failed' ? (own ?? update.error?.message) : undefined,
    conflict: changedElsewhere ? Object.values(fieldErrors).flat().join(' ') || 'What is stored now is shown.' : null,
    change,
    save: (field: FieldLook, typed: string) => {
      setLast({ field: field.name, typed });
      change({ [field.name]: field.nullable && typed === '' ? null : typed });
    },
  };
}
