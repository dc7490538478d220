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

/** E-mails and texts that stayed inside, because no carrier is configured. */
export function OutboxPage() {
  const [kind, setKind] = useState<string>('mails');
  return (
    <>
      <PageBar title={titleOf('/outbox')} scope="Messages kept here because no mail or text service is connected" />
      <Tabs className="views" label="Kinds of messages" items={KINDS} current={kind} onSelect={setKind}>
        {kind === 'mails' ? <OutboxMails /> : <OutboxTexts />}
      </Tabs>
    </>
  );
}
