import { CakeSlice, HeartPulse } from 'lucide-react';
import { type Birthday, readDashboard } from '#contract/dashboard.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { TodayEvents } from '../events/TodayEvents.tsx';
import { FavoritesCard } from '../favorites/FavoritesCard.tsx';
import { countWords, DashboardLine, MoreOf, NothingHere } from './DashboardLine.tsx';
import { dayWords } from './day-words.ts';
import { FollowUpsCard } from './FollowUpsCard.tsx';
import './dashboard.css';

export const DASHBOARD_GROUPS = ['mine', 'downline'] as const;
export type DashboardGroup = (typeof DASHBOARD_GROUPS)[number];

interface DashboardPageProps {
  group: DashboardGroup;
  onGroup: (group: DashboardGroup) => void;
}

/** Agenda from today on: follow-ups, birthdays, people turning 65, and favorites. */
export function DashboardPage({ group, onGroup }: DashboardPageProps) {
  const { user } = useApp();
  const resource = useResource(readDashboard, { body: { contact_group: group } });
  const today = resource.data?.data.today;
  const body = <DashboardBody resource={resource} withOwner={group === 'downline'} />;
  return (
    <>
      <PageBar title={titleOf('/dashboard')} scope={today ? formatPlainDate(today) : null} />
      {user.downline_count > 0 ? (
        <Tabs
          label="Whose contacts"
          className="views"
          current={group}
          items={[
            { key: 'mine', label: 'Mine' },
            { key: 'downline', label: 'Downline' },
          ]}
          onSelect={(key) => onGroup(key === 'downline' ? 'downline' : 'mine')}
        >
          {body}
        </Tabs>
      ) : (
        body
      )}
    </>
  );
}

interface DashboardBodyProps {
  resource: ReturnType<typeof useResource<typeof readDashboard>>;
  withOwner: boolean;
}

function DashboardBody({ resource, withOwner }: DashboardBodyProps) {
  const mayCalendar = useGate('events').allowed;
  if (resource.data === null && resource.error !== null)
    return (
      <ErrorPanel
        title="Couldn't load Today"
        text={resource.error.message}
        requestId={resource.error.requestId}
        actions={<Button onClick={resource.reload}>Try again</Button>}
      />
    );
  if (resource.data === null)
    return (
      <div className="scroll body">
        <SkeletonLines lines={10} label="Loading Today" />
      </div>
    );
  const { today, client_birthdays, prospect_birthdays, follow_ups, turning_65, more } = resource.data.data;
  // One list behind the other (core §9), then by day: clients first within each.
  const birthdays = [...client_birthdays, ...prospect_birthdays].toSorted((a, b) => a.on.localeCompare(b.on));
  return (
    <div className="scroll body dashboard">
      <div className="dashboard-col">
        {mayCalendar ? <TodayEvents today={today} /> : null}
        {follow_ups === null ? null : (
          <FollowUpsCard followUps={follow_ups} more={more.follow_ups} today={today} withOwner={withOwner} />
        )}
        <FavoritesCard />
      </div>
      <div className="dashboard-col">
        <Card title="Birthdays this week" count={countWords(birthdays.length, more.birthdays)}>
          {birthdays.length === 0 ? (
            <NothingHere icon={CakeSlice}>No birthdays this week.</NothingHere>
          ) : (
            <BirthdayLines people={birthdays} today={today} withOwner={withOwner} />
          )}
          <MoreOf more={more.birthdays} />
        </Card>
        <Card title="Turning 65" count={countWords(turning_65.length, more.turning_65)}>
          {turning_65.length === 0 ? (
            <NothingHere icon={HeartPulse}>No contacts turn 65 in the next 90 days.</NothingHere>
          ) : (
            <BirthdayLines people={turning_65} today={today} withOwner={withOwner} />
          )}
          <MoreOf more={more.turning_65} />
        </Card>
      </div>
    </div>
  );
}

interface BirthdayLinesProps {
  people: readonly Birthday[];
  today: string;
  withOwner: boolean;
}

function BirthdayLines({ people, today, withOwner }: BirthdayLinesProps) {
  return (
    <ul>
      {people.map((one) => (
        <DashboardLine
          key={one.id}
          contact={one}
          withOwner={withOwner}
          about={`${TYPE_WORDS[one.type]}, turns ${one.turns}`}
        >
          <span className="meta num">{dayWords(one.on, today)}</span>
        </DashboardLine>
      ))}
    </ul>
  );
}

const TYPE_WORDS = { lead: 'Lead', client: 'Client', recruit: 'Recruit' } as const;
