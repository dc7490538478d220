import { useState } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import type { Draft, DraftEdits } from '../../../machines/broadcasts/broadcast-context.ts';
import { FieldCounts } from './FieldCounts.tsx';
import { MailContent } from './MailContent.tsx';
import { PreviewCard } from './PreviewCard.tsx';
import { SendTest } from './SendTest.tsx';
import { TextContent } from './TextContent.tsx';

interface ContentStepProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
  draft: Draft;
}

/** What is sent, beside what one of its recipients reads. */
export function ContentStep({ actor, broadcast, draft }: ContentStepProps) {
  const [position, setPosition] = useState<number | null>(null);
  const edit = (edits: DraftEdits, isTyped: boolean) => actor.send({ type: 'broadcast.edit', edits, isTyped });
  return (
    <div className="two">
      <div className="stack">
        {broadcast.channel === 'text' ? (
          <TextContent actor={actor} broadcast={broadcast} draft={draft} onEdit={edit} />
        ) : (
          <MailContent draft={draft} onEdit={edit} />
        )}
        <FieldCounts actor={actor} broadcast={broadcast} />
        <SendTest actor={actor} broadcast={broadcast} position={position} />
      </div>
      <PreviewCard broadcast={broadcast} position={position} onPosition={setPosition} />
    </div>
  );
}
