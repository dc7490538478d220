import { Mail, MessageSquare } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { STATE_CHOICES } from '#rules/places/us-states.ts';
import { ageOn, formatPlainDate } from '#rules/time/plain-date.ts';
import { turns65 } from '#rules/insurance/turning-65.ts';
import { utcDay } from '#rules/time/days.ts';
import type { EditedField } from '../../../machines/contacts/field-edits.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import { useGate } from '../../_base/use-gate.ts';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import type { Suggestion } from '../../_kit/controls/Suggestions.tsx';
import { type Fact, Facts } from '../../_kit/display/Facts.tsx';
import { ChoiceValue } from './ChoiceValue.tsx';
import { fullName, listName } from '../list/contact-columns.ts';
import { type FieldLook, labelOf, LISTED_FIELDS, NAME_FIELDS, ORIGIN_FIELDS, REACH_FIELDS } from './contact-fields.ts';
import { ConsentGlance } from '../../compliance/ConsentGlance.tsx';
import { CallNumber } from '../../phone/panel/CallButton.tsx';
import { EmailCheck } from '../../timeline/EmailCheck.tsx';
import { FieldValue } from './FieldValue.tsx';
import { OwnerValue } from './OwnerValue.tsx';
import { TagsEditor } from './TagsEditor.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { ContactVendor } from '../../vendor-leads/ContactVendor.tsx';
import { useChoices } from '../use-choices.ts';
import type { ContactEdits } from './use-field-edits.ts';

interface PersonPanelProps {
  edits: ContactEdits;
  readOnly: boolean;
  /** On a phone: whether the fields are shown. */
  showsMore: boolean;
  onMore: () => void;
}

/** Name and contact info; every value is its own field. */
export function PersonPanel({ edits, readOnly, showsMore, onMore }: PersonPanelProps) {
  const contact = edits.shown;
  const choices = useChoices();
  const showsVendor = useGate('contact-api-vendor').allowed;
  const typed = (look: FieldLook, suggestions?: readonly Suggestion[]): Fact => ({
    label: look.label,
    value: <FieldValue look={look} edits={edits} readOnly={readOnly} {...(suggestions ? { suggestions } : {})} />,
  });
  const chosen = (field: EditedField, options: Parameters<typeof ChoiceValue>[0]['options']) => (
    <ChoiceValue field={field} options={options} edits={edits} readOnly={readOnly} />
  );
  const listed = (field: 'type' | 'gender' | 'language'): Fact => ({
    label: labelOf(field),
    value: chosen(field, LISTED_FIELDS[field].options),
  });
  const reach = (look: FieldLook): Fact => {
    const { label, value } = typed(look, look.name === 'state' ? STATE_CHOICES : undefined);
    // The surroundings of an empty value exist too: an element that moves in the page would lose the focus.
    if (look.name === 'email') {
      return {
        label,
        value: (
          <div>
            {value}
            {contact.email ? <EmailCheck contact={contact} /> : null}
          </div>
        ),
      };
    }
    if (look.name !== 'phone' && look.name !== 'phone_2') return { label, value };
    const kind = look.name === 'phone' ? 'phone_type' : 'phone_2_type';
    return {
      label,
      value: (
        <div className={classes('phone-line', contact[`${look.name}_ext`] && 'is-long')}>
          {value}
          {contact[look.name] ? chosen(kind, LISTED_FIELDS[kind].options) : null}
          {contact[look.name] ? <CallNumber number={contact[look.name] ?? ''} contactId={contact.id} /> : null}
        </div>
      ),
    };
  };

  return (
    <div className="contact-person">
      <Who contact={contact} />
      <Button wide className="contact-more" aria-expanded={showsMore} onClick={onMore}>
        {showsMore ? 'Hide details' : 'Details'}
      </Button>
      <ConsentGlance contact={contact} readOnly={readOnly} />
      <section aria-label="Contact info">
        <h2 className="label">Contact info</h2>
        <Facts facts={REACH_FIELDS.map(reach)} />
      </section>
      <section aria-label="About">
        <h2 className="label">About</h2>
        <Facts
          facts={[
            ...NAME_FIELDS.map((look) => typed(look)),
            listed('gender'),
            listed('language'),
            { label: 'Tags', value: <TagsEditor contact={contact} readOnly={readOnly} /> },
          ]}
        />
      </section>
      <section aria-label="Work">
        <h2 className="label">Work</h2>
        <Facts
          facts={[
            listed('type'),
            { label: 'Status', value: chosen('status_id', choices.status_id) },
            { label: 'Agentflow', value: chosen('agentflow_status_id', choices.agentflow_status_id) },
            { label: 'Group', value: chosen('group_id', choices.group_id) },
            ...ORIGIN_FIELDS.map((look) => typed(look, look.name === 'source' ? choices.source : choices.category)),
            ...(showsVendor ? [{ label: 'Lead vendor', value: <ContactVendor id={contact.id} /> }] : []),
            { label: 'Owner', value: <OwnerValue contact={contact} readOnly={readOnly} /> },
            ...(contact.pool ? [{ label: 'Pool', value: contact.pool.name }] : []),
          ]}
        />
      </section>
    </div>
  );
}

function Who({ contact }: { contact: Contact }) {
  const name = fullName(contact) || listName(contact);
  const mayText = useGate('messages').allowed && contact.phone !== null;
  return (
    <>
      <header className="contact-who">
        <Avatar name={name} size="big" />
        <div>
          <p className="title">{name}</p>
          <p className="soft">{aboutLine(contact)}</p>
        </div>
      </header>
      {mayText || contact.email ? (
        <div className="group contact-reach">
          {mayText ? (
            <ButtonLink href={`/messages?contact=${contact.id}`} icon={MessageSquare}>
              Text
            </ButtonLink>
          ) : null}
          {contact.email ? (
            <ButtonLink href={`mailto:${contact.email}`} icon={Mail}>
              E-mail
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** Medicare begins at 65; empty when that is far. */
function turningWords(dob: string, today: string): string {
  const turning = turns65(dob, today);
  if (turning === null) return '';
  return `${turning.past ? 'turned' : 'turns'} 65 on ${formatPlainDate(turning.date)}`;
}

const TYPE_WORDS = { lead: 'Lead', client: 'Client', recruit: 'Recruit' } as const;

function aboutLine(contact: Contact): string {
  const today = utcDay(clockNow());
  const { dob } = contact;
  const age = dob && contact.died_on === null ? [`${ageOn(dob, today)} years`, turningWords(dob, today)] : [];
  const place = [contact.city, contact.state].filter(Boolean).join(', ');
  return [TYPE_WORDS[contact.type], ...age, place].filter(Boolean).join(', ');
}
