import { CalendarCheck, Mail, MessageSquare, NotebookPen, Phone } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { LogForm, type LogKind } from './LogForm.tsx';
import { MailForm } from './MailForm.tsx';
import { NoteForm } from './NoteForm.tsx';
import './timeline.css';

const ITEMS = [
  { key: 'note', label: 'Note', icon: NotebookPen },
  { key: 'mail', label: 'E-mail', icon: Mail },
  { key: 'call', label: 'Log a call', icon: Phone },
  { key: 'text', label: 'Log a text', icon: MessageSquare },
  { key: 'meeting', label: 'Log a meeting', icon: CalendarCheck },
] as const;
type Key = (typeof ITEMS)[number]['key'];

const LOGS: Readonly<Partial<Record<Key, LogKind>>> = {
  call: {
    key: 'call',
    thing: 'call',
    placeholder: 'Call notes',
    isDirected: true,
    outcomes: [
      { value: 'call', label: 'Connected' },
      { value: 'no_answer', label: 'No answer' },
      { value: 'voicemail', label: 'Left a voicemail' },
      { value: 'do_not_call', label: 'Asked not to be called' },
    ],
  },
  text: {
    key: 'text',
    thing: 'text',
    placeholder: 'What the text said',
    isDirected: true,
    outcomes: [{ value: 'text', label: 'Texted' }],
  },
  meeting: {
    key: 'meeting',
    thing: 'meeting',
    placeholder: 'Meeting notes',
    isDirected: false,
    outcomes: [
      { value: 'meeting', label: 'Met' },
      { value: 'visit', label: 'Visited them' },
    ],
  },
};

/** Adds to what happened with a contact. Nothing where it may not be changed. */
export function Composer({ contact }: { contact: Contact }) {
  const { user } = useApp();
  const [key, setKey] = useState<Key>('note');
  if (contact.deleted_at !== null || !user.permissions.includes('contacts.write')) return null;
  const log = LOGS[key];
  return (
    <div className="composer">
      <Tabs label="Add" items={ITEMS} current={key} onSelect={(next) => setKey(next as Key)}>
        {key === 'note' ? <NoteForm contactId={contact.id} /> : null}
        {key === 'mail' ? <MailForm contact={contact} /> : null}
        {log ? <LogForm key={key} contactId={contact.id} kind={log} /> : null}
      </Tabs>
    </div>
  );
}
