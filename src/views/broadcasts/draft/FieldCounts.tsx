import { CircleAlert, CircleCheck } from 'lucide-react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { hasFields } from '#rules/messages/fill-fields.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { draftOf } from '../../../machines/broadcasts/broadcast-context.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatPeople } from '../broadcast-words.ts';
import { useDryRun } from './use-dry-run.ts';

interface FieldCountsProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
}

/** Merge fields that are empty for some: those people are held back. */
export function FieldCounts({ actor, broadcast }: FieldCountsProps) {
  const { run } = useDryRun(actor, broadcast);
  const draft = draftOf(actor.getSnapshot().context);
  if (run === null || draft === null || !hasFields(`${draft.subject} ${draft.body}`)) return null;
  return (
    <Card title="Merge fields">
      <ul className="items">
        {run.empty_fields.length === 0 ? (
          <li>
            <Icon of={CircleCheck} tone="good" />
            <span>Filled in for everyone</span>
            <span />
            <span className="n num">{formatCount(run.recipients)}</span>
          </li>
        ) : (
          run.empty_fields.map(({ name, label, recipients }) => (
            <li key={name}>
              <Icon of={CircleAlert} tone="warn" />
              <span>
                <span className="med">{label}</span>
                <span className="meta soft items-why">
                  Empty for {formatPeople(recipients)}, who {recipients === 1 ? 'is' : 'are'} held back
                </span>
              </span>
              <span />
              <span className="n num">−{formatCount(recipients)}</span>
            </li>
          ))
        )}
      </ul>
    </Card>
  );
}
