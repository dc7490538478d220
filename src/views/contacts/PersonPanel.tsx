import { Mail, Phone } from 'lucide-react';
import { type Contact, CONTACT_TYPES } from '#contract/contacts.contract.ts';
import { ageOn } from '#rules/plain-date.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_app/use-app.ts';
import { Avatar } from '../_kit/Avatar.tsx';
import { ButtonLink } from '../_kit/Button.tsx';
import { Facts } from '../_kit/Facts.tsx';
import { InlineEdit } from '../_kit/InlineEdit.tsx';
import { Note } from '../_kit/Note.tsx';
import { SelectField } from '../_kit/SelectField.tsx';
import { fullName, listName } from './contact-columns.ts';
import { ABOUT_FIELDS, type FieldLook, REACH_FIELDS, shownValue } from './contact-fields.ts';
import { TagsEditor } from './TagsEditor.tsx';
import { useFieldEdits } from './use-field-edits.ts';

/** Who it is and how to reach them; every value is its own field. */
export function PersonPanel({ contact }: { contact: Contact }) {
  const { user } = useApp();
  const edits = useFieldEdits(contact);
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
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
          saving={edits.isSaving(field.name)}
          error={edits.failed[field.name]?.message}
          unsaved={edits.failed[field.name]?.typed}
          onSave={(typed) => edits.save(field.name, typed, field.nullable)}
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
      {edits.conflict ? (
        <Note tone="warn" title="Someone else changed this contact" role="alert">
          What you typed is kept in its field. Save it again to replace what is stored now.
        </Note>
      ) : null}
      <section aria-label="Reach">
        <h2 className="label">Reach</h2>
        <Facts facts={facts(REACH_FIELDS)} />
      </section>
      <section aria-label="About">
        <h2 className="label">About</h2>
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
                  error={edits.failed['type']?.message}
                  options={CONTACT_TYPES.map((type) => ({
                    value: type,
                    label: type.charAt(0).toUpperCase() + type.slice(1),
                  }))}
                  onChange={(event) => edits.save('type', event.currentTarget.value)}
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
  const today = new Date(clockNow()).toISOString().slice(0, 10);
  const age = contact.dob ? [`${ageOn(contact.dob, today)} years`] : [];
  const place = [contact.city, contact.state].filter(Boolean).join(', ');
  return [TYPE_WORDS[contact.type], ...age, place].filter(Boolean).join(', ');
}
