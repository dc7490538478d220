import { CircleCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ConversationShown, Text } from '#contract/messages/text.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { CallButton } from '../../phone/panel/CallButton.tsx';
import { TextComposer } from '../composer/TextComposer.tsx';
import type { MessagesSearch } from '../messages-search.ts';
import { type Permission, permissionOf, type TextPurpose } from './permission.ts';
import { ReviewNote } from './ReviewNote.tsx';
import { UnknownNumber } from './UnknownNumber.tsx';

const PermissionDialog = lazyPart(() => import('./PermissionDialog.tsx'), 'PermissionDialog');

interface ThreadFootProps {
  shown: ConversationShown;
  name: string;
  onSent: (text: Text) => void;
  onOpen: (thread: Pick<MessagesSearch, 'conversation' | 'contact'>) => void;
}

/** May they be texted, and the field to write in. */
export function ThreadFoot({ shown, name, onSent, onOpen }: ThreadFootProps) {
  const { user } = useApp();
  const now = useNow();
  const zone = IANA_ZONES[user.timezone];
  const [chosen, setChosen] = useState<TextPurpose | null>(null);
  const { conversation, contact, cannot_send: cannot } = shown;
  // Marketing has more rules than service: it is the safe one to begin with.
  const purpose = chosen ?? 'marketing';
  const permission = permissionOf({ shown, name, purpose, zone, now });
  const mayWrite = user.permissions.includes('contacts.write');
  const isGone = permission?.is === 'opted_out' || !mayWrite;
  return (
    <footer className="thread-foot">
      {conversation?.review ? <ReviewNote conversation={conversation} name={name} /> : null}
      {contact === null && conversation !== null && mayWrite ? (
        <UnknownNumber conversation={conversation} onOpen={onOpen} />
      ) : null}
      {cannot === '' ? null : <Note tone="warn" title={cannot} />}
      <div aria-live="polite">
        {permission === null ? null : (
          <MayBeTexted
            permission={permission}
            shown={shown}
            name={name}
            onService={mayWrite ? () => setChosen('service') : undefined}
          />
        )}
      </div>
      {isGone ? null : (
        <TextComposer
          // The field stays when the first text to a contact begins a conversation.
          key={contact === null ? `conversation-${conversation?.id}` : `contact-${contact.id}`}
          shown={shown}
          name={name}
          purpose={purpose}
          onPurpose={setChosen}
          permission={permission}
          onSent={onSent}
        />
      )}
    </footer>
  );
}

interface MayBeTextedProps extends Pick<ThreadFootProps, 'shown' | 'name'> {
  permission: Permission;
  onService: (() => void) | undefined;
}

function MayBeTexted({ permission, shown, name, onService }: MayBeTextedProps) {
  const { contact } = shown;
  const number = shown.conversation?.phone ?? shown.to[0]?.number;
  const [isRecording, setRecording] = useState(false);
  const why = contact === null ? null : <Link href={`/contacts/${contact.number}?tab=consent`}>Rule and evidence</Link>;
  if (permission.is === 'allowed')
    return (
      <p className="thread-may">
        <Icon of={CircleCheck} tone="good" />
        <span>
          <b>{permission.title}</b>
          {permission.detail === '' ? null : <span className="soft">, {permission.detail}</span>}
        </span>
        {contact === null ? null : (
          <Link className="end" href={`/contacts/${contact.number}?tab=consent`}>
            Why
          </Link>
        )}
      </p>
    );
  const isAnswerable = permission.is === 'opted_out' || (permission.is === 'refused' && permission.consent);
  const canRecord = contact !== null && onService !== undefined && isAnswerable;
  return (
    <>
      <Note tone={permission.is === 'opted_out' ? 'bad' : 'warn'} title={permission.title}>
        <p>{permission.text}</p>
        {permission.is === 'opted_out' ? (
          <p>They can undo it by texting START, or you record their written consent.</p>
        ) : null}
        <div className="row wrap thread-ways">
          {permission.is === 'refused' && permission.service && onService ? (
            <Button size="small" onClick={onService}>
              Send as a service text
            </Button>
          ) : null}
          {contact === null || number === undefined ? null : <CallButton number={number} contactId={contact.id} />}
          {canRecord ? (
            <Button size="small" look="plain" onClick={() => setRecording(true)}>
              Record consent
            </Button>
          ) : null}
          {why}
        </div>
      </Note>
      <Suspense>
        {isRecording && contact !== null ? (
          <PermissionDialog
            contactId={contact.id}
            name={name}
            permission="allowed"
            onClose={() => setRecording(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
