import { type FormEvent, useState } from 'react';
import { readContact, updateContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { readDashboard } from '#contract/dashboard.contract.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { clockWords } from '#rules/time/zoned-time.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';

/** When to call a contact back: becomes the contact's follow-up, which Today shows. */
export function CallBackTime({ contactId }: { contactId: number }) {
  const { user } = useApp();
  const [today] = useState(() => dayIn(IANA_ZONES[user.timezone], new Date(clockNow())));
  const [when, setWhen] = useState({ day: plusDays(today, 1), time: '' });
  const save = useSubmit(updateContact, { invalidates: [readContact, listContacts, readDashboard] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const contact = { follow_up_on: when.day, follow_up_time: when.time === '' ? null : when.time };
    save.submit({ params: { id: contactId }, body: { contact } });
  };
  const change = (part: Partial<typeof when>) => {
    save.reset();
    setWhen({ ...when, ...part });
  };
  const fault = save.error?.fields;
  return (
    <form className="call-back" onSubmit={submit}>
      <TextField
        label="Call back on"
        type="date"
        required
        min={today}
        value={when.day}
        error={fault?.['contact.follow_up_on']?.[0] ?? fault?.['follow_up_on']?.[0]}
        onChange={({ currentTarget: { value } }) => change({ day: value })}
      />
      <TextField
        label="At"
        type="time"
        value={when.time}
        onChange={({ currentTarget: { value } }) => change({ time: value })}
      />
      {save.state === 'done' ? null : (
        <Button type="submit" size="small" busy={save.state === 'submitting'}>
          Set follow-up
        </Button>
      )}
      <output className={save.state === 'failed' ? 'meta bad-t' : 'meta soft'}>
        {save.state === 'done'
          ? `Follow-up set for ${[formatPlainDate(when.day), when.time && clockWords(when.time)].filter(Boolean).join(', ')}.`
          : (save.error?.message ?? '')}
      </output>
    </form>
  );
}
