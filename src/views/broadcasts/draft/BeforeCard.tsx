import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Broadcast, DryRun } from '#contract/broadcasts/broadcast.contract.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { Icon, type Tone } from '../../_kit/display/Icon.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { formatPeople } from '../broadcast-words.ts';

/** What holds it up, what holds some people back, and what is in order. */
export function BeforeCard({ run, broadcast }: { run: DryRun; broadcast: Broadcast }) {
  const { id, channel } = broadcast;
  return (
    <Card title="Before you send">
      <ul className="checks">
        {run.faults.map((fault) => (
          <Check key={fault} tone="bad">
            {fault}
          </Check>
        ))}
        {run.empty_fields.map(({ name, label, recipients }) => (
          <Check key={name} tone="warn">
            {label} is empty for {formatPeople(recipients)} <Link href={`/broadcasts/${id}/content`}>Content</Link>
          </Check>
        ))}
        {run.too_late > 0 ? (
          <Check tone="warn">The hours are over before {formatPeople(run.too_late)} could get it</Check>
        ) : null}
        <Check tone="good">
          {channel === 'text' ? 'Everyone agreed to marketing texts' : 'No one who opted out of e-mail is included'}
        </Check>
        {channel === 'text' ? <Check tone="good">Opt-out line included</Check> : null}
        <Check tone="good">Checked again for each person at the moment of sending</Check>
      </ul>
    </Card>
  );
}

const Check = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <li>
    <Icon of={tone === 'good' ? CircleCheck : CircleAlert} tone={tone} />
    <span>{children}</span>
  </li>
);
