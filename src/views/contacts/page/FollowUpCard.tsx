import type { MouseEvent } from 'react';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { daysBetween } from '#rules/time/days.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Facts } from '../../_kit/display/Facts.tsx';
import { FOLLOW_UP_FIELDS } from './contact-fields.ts';
import { FieldValue } from './FieldValue.tsx';
import type { ContactEdits } from './use-field-edits.ts';

interface FollowUpCardProps {
  edits: ContactEdits;
  /** `YYYY-MM-DD`. */
  today: string;
  readOnly: boolean;
}

/** Date and subject of the next follow-up. Done clears the date; the subject is kept for the next time. */
export function FollowUpCard({ edits, today, readOnly }: FollowUpCardProps) {
  const { follow_up_on: day } = edits.shown;
  const days = day === null ? null : daysBetween(today, day);
  const done = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const section = currentTarget.closest('section');
    edits.save('follow_up_on', '');
    queueMicrotask(() => section?.querySelector<HTMLElement>('.edit-value')?.focus());
  };
  return (
    <section aria-label="Follow-up">
      <div className="row">
        <h2 className="label">Follow-up</h2>
        {day === null || readOnly ? null : (
          <Button size="small" look="plain" className="end" onClick={done}>
            Done
          </Button>
        )}
      </div>
      {day === null || days === null ? null : (
        <p className={days <= 0 ? 'section is-due' : 'section'}>
          {dueWords(days)}
          {days > 1 || days < -1 ? `, ${formatPlainDate(day)}` : null}
        </p>
      )}
      <Facts
        facts={FOLLOW_UP_FIELDS.map((look) => ({
          label: look.label,
          value: <FieldValue look={look} edits={edits} readOnly={readOnly} />,
        }))}
      />
    </section>
  );
}

function dueWords(days: number): string {
  if (days === 0) return 'Due today';
  if (days === 1) return 'Due tomorrow';
  if (days > 1) return `Due in ${days} days`;
  return days === -1 ? 'Was due yesterday' : `Was due ${-days} days ago`;
}
