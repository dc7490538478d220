import { FileCheck, History, Plus, Settings } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { readContact } from '#contract/contacts.contract.ts';
import type { events } from '#contract/events.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { AgendaView } from './AgendaView.tsx';
import { CalendarHistoryPage } from './CalendarHistoryPage.tsx';
import { CalendarBar } from './CalendarBar.tsx';
import { CalendarTypes } from './CalendarTypes.tsx';
import type { ViewProps } from './calendar-parts.ts';
import { type CalendarSearch, useCalendarSearch } from './calendar-search.ts';
import { EventPanel } from './EventPanel.tsx';
import { monthWords, rangeWords } from './event-words.ts';
import { MiniMonth } from './MiniMonth.tsx';
import { MonthView } from './MonthView.tsx';
import { newEventAt } from './new-event.ts';
import { TimeGrid } from './TimeGrid.tsx';
import type { useCalendar } from './use-calendar.ts';
import { useCalendarPage } from './use-calendar-page.ts';
import '../_resource/resource.css';
import './calendar.css';

const CalendarSettingsPage = lazyPart(() => import('./CalendarSettingsPage.tsx'), 'CalendarSettingsPage');
const ScopeDialog = lazyPart(() => import('./ScopeDialog.tsx'), 'ScopeDialog');

/** The calendar, its history, or its settings. */
export function CalendarPage(): ReactNode {
  const { history, settings } = useCalendarSearch().search;
  if (settings === true)
    return (
      <Suspense>
        <CalendarSettingsPage />
      </Suspense>
    );
  return history === true ? <CalendarHistoryPage /> : <CalendarViews />;
}

/** Month, week, day or agenda, and beside it the event that is open. */
function CalendarViews(): ReactNode {
  const page = useCalendarPage();
  const { search, change, view, date, userId, types, openKey, read, shown, calendar, openNew, close, saved } = page;
  const { days, today } = shown;
  const mayMini = useGate('mini-calendar').allowed;
  const hasSoa = useGate('soa').allowed;
  return (
    <>
      <PageBar
        title={titleOf('/calendar')}
        scope={<b>{view === 'month' ? monthWords(date) : rangeWords(days[0] ?? date, days.at(-1) ?? date)}</b>}
        actions={
          <Button look="primary" icon={Plus} short="New" onClick={() => openNew(date)}>
            New event
          </Button>
        }
        tools={
          <>
            {hasSoa ? (
              <ButtonLink icon={FileCheck} href="/soa-requests" short="">
                {titleOf('/soa-requests')}
              </ButtonLink>
            ) : null}
            <ButtonLink icon={History} href="/calendar?history=true" short="">
              History
            </ButtonLink>
            <ButtonLink icon={Settings} href="/calendar?settings=true" short="">
              Settings
            </ButtonLink>
          </>
        }
      />
      <CalendarBar
        view={view}
        date={date}
        userId={userId}
        q={search.q ?? ''}
        team={search.team ?? []}
        change={change}
      />
      <div className={classes('with-side calendar', openKey !== null && 'is-open')}>
        <div className="cal-aside">
          {mayMini ? <MiniMonth shown={days} day={date} today={today} onDay={(day) => change({ date: day })} /> : null}
          <CalendarTypes types={types} onChange={(next) => change({ types: next }, 'replace')} />
        </div>
        <div className="with-side-list cal-view" aria-busy={read.refreshing || read.isEarlier}>
          <Shown read={read} view={view} date={date} shown={shown} />
        </div>
        {openKey === null ? null : (
          <OpenEvent
            key={openKey}
            search={search}
            shown={shown}
            isLoading={read.pending || read.isEarlier}
            userId={userId}
            calendar={calendar}
            onClose={close}
            onDone={saved}
          />
        )}
      </div>
      {calendar.asked === null ? null : (
        <Suspense>
          <ScopeDialog
            title={calendar.asked.event.title}
            isRemoval={calendar.asked.times === null}
            onChoose={calendar.choose}
            onCancel={calendar.cancel}
          />
        </Suspense>
      )}
    </>
  );
}

interface ShownProps {
  read: ReturnType<typeof useResource<typeof events.list>>;
  view: NonNullable<CalendarSearch['view']>;
  date: string;
  shown: ViewProps;
}

function Shown({ read, view, date, shown }: ShownProps) {
  if (read.data === null && read.error !== null)
    return (
      <ErrorPanel
        title="Couldn't load the calendar"
        text={read.error.message}
        requestId={read.error.requestId}
        actions={<Button onClick={read.reload}>Try again</Button>}
      />
    );
  if (read.data === null) return <SkeletonLines lines={12} label="Loading the calendar" />;
  if (view === 'month') return <MonthView key={date} {...shown} day={date} />;
  if (view === 'agenda') return <AgendaView {...shown} />;
  return <TimeGrid key={shown.days[0]} {...shown} />;
}

interface OpenEventProps {
  search: CalendarSearch;
  shown: ViewProps;
  isLoading: boolean;
  userId: number;
  calendar: ReturnType<typeof useCalendar>;
  onDone: (reply: unknown) => void;
  onClose: () => void;
}

function OpenEvent({ search, shown, isLoading, userId, calendar, onDone, onClose }: OpenEventProps) {
  const { event: key, at = shown.today, contact: contactId } = search;
  const contact = useResource(readContact, contactId === undefined ? null : { params: { id: contactId } });
  const found = contact.data?.data ?? null;
  const linked =
    found === null
      ? null
      : {
          id: found.id,
          number: found.number,
          name: `${found.first_name} ${found.last_name}`.trim(),
          phone: found.phone,
          zone: null,
        };
  const isWaiting = contactId !== undefined && found === null && contact.error === null;
  const event =
    key === 'new'
      ? isWaiting
        ? null
        : newEventAt(at, shown.zone, linked)
      : (shown.events.find((one) => one.key === key) ?? null);
  return (
    <EventPanel
      event={event}
      isLoading={isLoading || isWaiting}
      userId={userId}
      onMove={calendar.move}
      onRemove={calendar.remove}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
