import { Mail, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { titleOf } from '#rules/access/pages.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { OutboxMails } from './OutboxMails.tsx';
import { OutboxTexts } from './OutboxTexts.tsx';

const KINDS = [
  { key: 'mails', label: 'E-mails', icon: Mail },
  { key: 'texts', label: 'Text messages', icon: MessageSquare },
] as const;

/** Mails and texts that stayed inside, since nobody is set up to carry them. */
export function OutboxPage() {
  const [kind, setKind] = useState<string>('mails');
  return (
    <>
      <PageBar title={titleOf('/outbox')} scope="Messages that stayed inside: nobody is set up to carry them" />
      <Tabs className="views" label="Kinds of messages" items={KINDS} current={kind} onSelect={setKind}>
        {kind === 'mails' ? <OutboxMails /> : <OutboxTexts />}
      </Tabs>
    </>
  );
}
