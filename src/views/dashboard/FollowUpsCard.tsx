import { CalendarCheck, ListChecks } from 'lucide-react';
import type { FollowUp } from '#contract/dashboard.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { countWords, MoreOf, NothingHere } from './DashboardLine.tsx';
import { FollowUpLine } from './FollowUpLine.tsx';

interface FollowUpsCardProps {
  /** As the server orders them. */
  followUps: readonly FollowUp[];
  more: boolean;
  /** `YYYY-MM-DD`. */
  today: string;
  withOwner: boolean;
}

/** Follow-ups: overdue, due today, and later. Those that are due can be called one after the other. */
export function FollowUpsCard({ followUps, more, today, withOwner }: FollowUpsCardProps) {
  const { user, features } = useApp();
  const mayCall = useGate('phone').allowed && user.permissions.includes('phone.call');
  const parts = [
    { title: 'Overdue', lines: followUps.filter(({ on }) => on < today) },
    { title: 'Today', lines: followUps.filter(({ on }) => on === today) },
    { title: 'Later', lines: followUps.filter(({ on }) => on > today) },
  ].filter(({ lines }) => lines.length > 0);
  const due = followUps.filter(({ on, phone }) => on <= today && phone !== null);
  const start = () => features.callList.send({ type: 'list.start', chosen: { ids: due.map(({ id }) => id) } });
  return (
    <Card
      title="Follow-ups"
      count={countWords(followUps.length, more)}
      aside={
        due.length > 0 && mayCall ? (
          <Button size="small" look="primary" icon={ListChecks} onClick={start}>
            Call {due.length} due
          </Button>
        ) : null
      }
    >
      {parts.length === 0 ? (
        <NothingHere icon={CalendarCheck}>No follow-ups due this week. Set one on a contact.</NothingHere>
      ) : null}
      {parts.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3 className="label dashboard-part">
            {title} <span className="num quiet">{lines.length}</span>
          </h3>
          <ul>
            {lines.map((one) => (
              <FollowUpLine key={one.id} followUp={one} today={today} withOwner={withOwner} />
            ))}
          </ul>
        </section>
      ))}
      <MoreOf more={more} />
    </Card>
  );
}
