import { CalendarClock, Check } from 'lucide-react';
import { readContact, updateContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { type FollowUp, readDashboard } from '#contract/dashboard.contract.ts';
import { plusDays } from '#rules/time/days.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { clockWords } from '#rules/time/zoned-time.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { DashboardLine } from './DashboardLine.tsx';
import { blockedWords, dayWords, lateWords } from './day-words.ts';

interface FollowUpLineProps {
  followUp: FollowUp;
  /** `YYYY-MM-DD`. */
  today: string;
  withOwner: boolean;
}

/** A follow-up: done, or moved to tomorrow. Both can be undone. */
export function FollowUpLine({ followUp, today, withOwner }: FollowUpLineProps) {
  const { user, toasts } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const { id, name, on, time, note, call } = followUp;
  const options = {
    invalidates: [readDashboard, readContact, listContacts],
    onFailed: (error: { message: string }) => toasts.show({ tone: 'bad', text: error.message }),
  };
  const putBack = useLastingSubmit(updateContact, {
    ...options,
    onDone: () => toasts.show({ tone: 'good', text: `Follow-up with ${name} restored` }),
  });
  const undo = {
    label: 'Undo',
    run: () =>
      putBack({ params: { id }, body: { contact: { follow_up_on: on, follow_up_time: time, follow_up_note: note } } }),
  };
  const finish = useLastingSubmit(updateContact, {
    ...options,
    onDone: () => toasts.show({ tone: 'info', text: `Done with ${name}`, action: undo }),
  });
  const postpone = useLastingSubmit(updateContact, {
    ...options,
    onDone: () => toasts.show({ tone: 'info', text: `${name}: tomorrow`, action: undo }),
  });
  const mayWrite = user.permissions.includes('contacts.write');
  return (
    <DashboardLine
      contact={followUp}
      about={note}
      withOwner={withOwner}
      callBlocked={call.allowed ? undefined : blockedWords(call, zone)}
    >
      <span className={on < today ? 'meta num dashboard-overdue' : 'meta num'}>
        {on < today ? lateWords(on, today) : on === today && time !== null ? clockWords(time) : dayWords(on, today)}
        {on > today && time !== null ? `, ${clockWords(time)}` : null}
      </span>
      {mayWrite ? (
        <span className="row dashboard-acts">
          <IconButton
            icon={CalendarClock}
            size="small"
            label={`Follow up with ${name} tomorrow`}
            onClick={() => postpone({ params: { id }, body: { contact: { follow_up_on: plusDays(today, 1) } } })}
          />
          <IconButton
            icon={Check}
            size="small"
            label={`Done with ${name}`}
            onClick={() => finish({ params: { id }, body: { contact: { follow_up_on: null, follow_up_note: '' } } })}
          />
        </span>
      ) : null}
    </DashboardLine>
  );
}
