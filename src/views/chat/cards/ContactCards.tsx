import type { ChatContact } from '#contract/chat/reply.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { AppLink } from './AppLink.tsx';
import type { MessageProps } from '../shown-chat.ts';

interface ContactCardsProps extends MessageProps {
  contacts: readonly ChatContact[];
}

/** Keys 1 to 9. */
const MOST_KEYS = 9;

/** People to choose from, by a press or by their number; of an older answer, links to them. */
export function ContactCards({ contacts, message, isOpen, send }: ContactCardsProps) {
  const { search_payload: scope, count = contacts.length } = message.metadata;
  const isChoice = message.response_type === 'contact_selection';
  return (
    <>
      <ol className="choices" aria-label={isChoice ? 'Matching contacts' : 'The contact'}>
        {contacts.map((contact, index) => (
          <li key={contact.id}>
            {isOpen && isChoice ? (
              <button type="button" className="card-box choice" onClick={() => send({ type: 'chat.select', index })}>
                <ContactLines contact={contact} name={contact.name} />
                {index < MOST_KEYS ? <kbd aria-hidden="true">{index + 1}</kbd> : null}
              </button>
            ) : (
              <div className="card-box choice">
                <ContactLines
                  contact={contact}
                  name={
                    <AppLink href={`/contacts/${contact.number}`} send={send}>
                      {contact.name}
                    </AppLink>
                  }
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {isOpen && message.response_type === 'contact_confirmation' ? (
        <Button look="primary" onClick={() => send({ type: 'chat.send', text: 'Yes' })}>
          Yes, {contacts[0]?.name}
        </Button>
      ) : null}
      {scope && isChoice ? (
        <Button size="small" onClick={() => send({ type: 'scope.apply', scope })}>
          Show {count === 1 ? 'it' : `all ${count}`} in the list
        </Button>
      ) : null}
    </>
  );
}

function ContactLines({ contact, name }: { contact: ChatContact; name: React.ReactNode }) {
  const { city, state, phone, owner } = contact;
  return (
    <span className="choice-lines">
      <span className="med">{name}</span>
      <span className="meta quiet">{[city, state].filter(Boolean).join(', ') || 'No city'}</span>
      <span className="meta quiet">
        <span className="num">{phone === null ? 'No phone' : formatPhone(phone)}</span>
        {owner === '' ? null : `, ${owner}`}
      </span>
    </span>
  );
}
