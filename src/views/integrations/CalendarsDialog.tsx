import { useState } from 'react';
import {
  type Authorization,
  listSyncedCalendars,
  type SyncConflict,
  type SyncedCalendar,
  updateAuthorization,
} from '#contract/integrations.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { ABOUT, conflictText } from './integration-words.ts';

interface CalendarsDialogProps {
  one: Authorization;
  onClose: () => void;
}

/** The calendars of an account: which ones sync, which one takes new events, and what both sides had changed. */
export function CalendarsDialog({ one, onClose }: CalendarsDialogProps) {
  const read = useResource(listSyncedCalendars, { params: { id: one.id } });
  const title = `Calendars of ${ABOUT[one.type].name}`;
  if (read.data !== null)
    return (
      <Choice
        one={one}
        title={title}
        calendars={read.data.data}
        conflicts={read.data.meta.conflicts}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={title} open onClose={onClose}>
      {read.error === null ? (
        <SkeletonLines lines={4} label="Loading calendars" />
      ) : (
        <ErrorPanel
          title="Couldn't load the calendars"
          text={read.error.message}
          requestId={read.error.requestId}
          actions={<Button onClick={read.reload}>Try again</Button>}
        />
      )}
    </Dialog>
  );
}

interface ChoiceProps extends CalendarsDialogProps {
  title: string;
  calendars: readonly SyncedCalendar[];
  conflicts: readonly SyncConflict[];
}

const NONE = 'none';

function Choice({ one, title, calendars, conflicts, onClose }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => new Set(calendars.filter(({ synced }) => synced).map(({ id }) => id)));
  const [target, setTarget] = useState(() => calendars.find((calendar) => calendar.target)?.id ?? null);
  const save = useSubmit(updateAuthorization, { invalidates: [listSyncedCalendars], onDone: onClose });
  const writable = calendars.filter(({ id, writable: may }) => may && chosen.has(id));
  const kept = writable.some(({ id }) => id === target) ? target : null;
  const toggle = (id: number, isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((other) => other !== id)));
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={save.state === 'submitting'}
            onClick={() => save.submit({ params: { id: one.id }, body: { calendars: [...chosen], target: kept } })}
          >
            Save
          </Button>
        </>
      }
    >
      {save.error === null ? null : <Note tone="bad" role="alert" title={save.error.message} />}
      <fieldset className="calendar-choice">
        <legend className="med">Sync these calendars</legend>
        {calendars.length === 0 ? <p className="soft">The list appears after the first sync.</p> : null}
        {calendars.map(({ id, name, writable: may, events }) => (
          <Checkbox key={id} checked={chosen.has(id)} onCheckedChange={(isOn) => toggle(id, isOn)}>
            {name}{' '}
            <span className="meta quiet">
              {formatCounted(events, 'event', 'events')}
              {may ? '' : ', read only'}
            </span>
          </Checkbox>
        ))}
      </fieldset>
      {one.type === 'calendly' ? null : (
        <SelectField
          label="New events go to"
          value={String(kept ?? NONE)}
          onChange={({ target: { value } }) => setTarget(value === NONE ? null : Number(value))}
          options={[
            ...writable.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: NONE, label: 'None: only read' },
          ]}
        />
      )}
      <p className="soft">
        Private events show as busy, without their title. When both sides change an event, the later change is kept.
      </p>
      <Conflicts conflicts={conflicts} company={ABOUT[one.type].company} />
    </Dialog>
  );
}

function Conflicts({ conflicts, company }: { conflicts: readonly SyncConflict[]; company: string }) {
  const { user } = useApp();
  const now = useNow();
  if (conflicts.length === 0) return null;
  return (
    <section>
      <h3 className="med">Changed on both sides</h3>
      <ul className="conflict-list">
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            <p>
              <b className="med">{conflict.title}</b>{' '}
              <time className="meta quiet" dateTime={conflict.at}>
                {formatWhen(conflict.at, IANA_ZONES[user.timezone], now)}
              </time>
            </p>
            <p className="soft">{conflictText(conflict, company)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
