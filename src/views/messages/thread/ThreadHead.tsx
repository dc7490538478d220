import { Archive, ArchiveRestore, ArrowLeft, Ban, Ellipsis, MailOpen, UserRoundCog } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import {
  closeConversation,
  countConversations,
  fetchConversations,
  showConversation,
} from '#contract/messages.contract.ts';
import type { ConversationShown } from '#contract/messages/text.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import type { MenuEntry } from '../../_kit/overlays/Menu.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { CallNumber } from '../../phone/panel/CallButton.tsx';

const Menu = lazyPart(() => import('../../_kit/overlays/Menu.tsx'), 'Menu');
const AssignDialog = lazyPart(() => import('./AssignDialog.tsx'), 'AssignDialog');
const PermissionDialog = lazyPart(() => import('./PermissionDialog.tsx'), 'PermissionDialog');

interface ThreadHeadProps {
  shown: ConversationShown;
  name: string;
  back: string;
  /** Absent: nothing to mark. */
  onMarkUnread?: (() => void) | undefined;
}

/** The other side of the conversation, and the actions on all of it. */
export function ThreadHead({ shown, name, back, onMarkUnread }: ThreadHeadProps) {
  const { user, toasts } = useApp();
  const { conversation, contact, to } = shown;
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<'assign' | 'optOut' | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useSubmit(closeConversation, {
    invalidates: [showConversation, fetchConversations, countConversations],
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const mayWrite = user.permissions.includes('contacts.write');
  const number = conversation?.phone ?? to[0]?.number ?? '';
  const entries: MenuEntry[] = [
    ...(onMarkUnread ? [{ key: 'unread', label: 'Mark unread', icon: MailOpen }] : []),
    ...(mayWrite && conversation !== null && user.permissions.includes('users.read')
      ? [{ key: 'assign', label: 'Assign…', icon: UserRoundCog }]
      : []),
    ...(mayWrite && contact !== null && conversation?.opted_out_at === null
      ? [{ key: 'optOut', label: 'Record opt-out…', icon: Ban, apart: true }]
      : []),
  ];
  const act = (key: string) => {
    if (key === 'unread') onMarkUnread?.();
    if (key === 'assign' || key === 'optOut') setAsked(key);
  };
  return (
    <header className="thread-head">
      <Anchor href={back} className="icon-btn thread-back" aria-label="All conversations" title="All conversations">
        <Icon of={ArrowLeft} />
      </Anchor>
      <Avatar name={contact === null ? '#' : name} size="big" />
      <div className="grow thread-who">
        <h2 className="cut">
          {contact === null ? name : <Anchor href={`/contacts/${contact.number}`}>{name}</Anchor>}
        </h2>
        <p className="meta soft cut">
          {[
            contact === null ? 'Unknown number' : [contact.city, contact.state].filter(Boolean).join(', '),
            contact === null ? '' : formatPhone(number),
            conversation !== null && conversation.user.id !== user.id ? `answered by ${conversation.user.name}` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {contact === null || number === '' ? null : <CallNumber number={number} contactId={contact.id} />}
      {conversation === null || !mayWrite ? null : (
        <Button
          size="small"
          icon={conversation.closed ? ArchiveRestore : Archive}
          busy={close.state === 'submitting'}
          onClick={() => close.submit({ body: { conversation_id: conversation.id, closed: !conversation.closed } })}
        >
          {conversation.closed ? 'Reopen' : 'Close'}
        </Button>
      )}
      {entries.length === 0 ? null : (
        <IconButton
          ref={opener}
          icon={Ellipsis}
          label="More"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        />
      )}
      <Suspense>
        {isOpen ? (
          <Menu
            label="More"
            open
            onClose={() => setOpen(false)}
            trigger={opener}
            placement="bottom end"
            entries={entries}
            onSelect={act}
          />
        ) : null}
        {asked === 'assign' && conversation !== null ? (
          <AssignDialog conversation={conversation} onClose={() => setAsked(null)} />
        ) : null}
        {asked === 'optOut' && contact !== null ? (
          <PermissionDialog contactId={contact.id} name={name} permission="opted_out" onClose={() => setAsked(null)} />
        ) : null}
      </Suspense>
    </header>
  );
}
