import { useId, useState } from 'react';
import type { DryRun, Schedule } from '#contract/broadcasts/broadcast.contract.ts';
import { scheduleFault } from '#rules/broadcasts/schedule.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import { instantOfLocal, localText } from '#rules/time/local-text.ts';
import { IANA_ZONES, ZONE_NAMES } from '#rules/time/time-zone.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import { useApp } from '../../_base/use-app.ts';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';

const HOUR_MS = 3_600_000;

interface WhenCardProps {
  /** `null`: nothing chosen yet. */
  schedule: Schedule | null;
  /** `null`: not known for this schedule yet. */
  run: DryRun | null;
  onSchedule: (schedule: Schedule, isTyped: boolean) => void;
}

/** Now, at one time for all, or at the same hour for everyone where they live. */
export function WhenCard({ schedule, run, onSchedule }: WhenCardProps) {
  const { timezone } = useApp().user;
  const zone = IANA_ZONES[timezone];
  const [now] = useState(clockNow);
  const [at, setAt] = useState(() =>
    localText(zone, schedule?.kind === 'at' ? Date.parse(schedule.send_at) : Math.ceil(now / HOUR_MS) * HOUR_MS),
  );
  const [local, setLocal] = useState(() =>
    schedule?.kind === 'local' ? schedule : { day: plusDays(dayIn(zone, now), 1), from: '10:00', until: '18:00' },
  );
  const { day, from, until } = local;
  const takeAt = (text: string, isTyped: boolean) => {
    setAt(text);
    const instant = instantOfLocal(zone, text);
    if (instant !== null) onSchedule({ kind: 'at', send_at: new Date(instant).toISOString() }, isTyped);
  };
  const takeLocal = (change: Partial<typeof local>, isTyped: boolean) => {
    const next = { day, from, until, ...change };
    setLocal(next);
    if (next.day !== '' && next.from !== '' && next.until !== '') onSchedule({ kind: 'local', ...next }, isTyped);
  };
  const fault = schedule === null ? null : scheduleFault(schedule, now);
  return (
    <Card title="When">
      <fieldset className="when">
        <legend className="sr">When</legend>
        <Choice
          label="Now"
          hint={run === null || schedule?.kind !== 'now' ? 'Starts when you press Send' : nowWords(run)}
          isChosen={schedule?.kind === 'now'}
          onChoose={() => onSchedule({ kind: 'now' }, false)}
        />
        <Choice
          label="At a time you choose"
          hint={`By your clock, ${ZONE_NAMES[timezone]}. Anyone outside their allowed hours waits for them.`}
          isChosen={schedule?.kind === 'at'}
          onChoose={() => takeAt(at, false)}
        />
        {schedule?.kind === 'at' ? (
          <div className="when-fields">
            <TextField
              type="datetime-local"
              label="Date and time"
              value={at}
              error={fault ?? undefined}
              onChange={({ currentTarget }) => takeAt(currentTarget.value, true)}
            />
          </div>
        ) : null}
        <Choice
          label="At the same hour for everyone, in their own time zone"
          hint="The east goes first"
          isChosen={schedule?.kind === 'local'}
          onChoose={() => takeLocal({}, false)}
        />
        {schedule?.kind === 'local' ? (
          <>
            <div className="when-fields">
              <TextField
                type="date"
                label="Day"
                value={day}
                onChange={({ currentTarget }) => takeLocal({ day: currentTarget.value }, true)}
              />
              <TextField
                type="time"
                label="From, their time"
                value={from}
                onChange={({ currentTarget }) => takeLocal({ from: currentTarget.value }, true)}
              />
              <TextField
                type="time"
                label="Until"
                value={until}
                onChange={({ currentTarget }) => takeLocal({ until: currentTarget.value }, true)}
              />
            </div>
            <output className={fault === null ? 'when-hint meta quiet' : 'when-hint bad-t'}>
              {fault ?? 'Anyone not reached by then is held back and listed.'}
            </output>
          </>
        ) : null}
      </fieldset>
    </Card>
  );
}

const nowWords = ({ now, recipients }: DryRun): string =>
  now >= recipients
    ? 'Everyone can get it now'
    : `${formatCount(now)} can get it at this minute, ${formatCount(recipients - now)} wait for their allowed hours`;

interface ChoiceProps {
  label: string;
  hint: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ label, hint, isChosen, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="when-choice">
      <input
        type="radio"
        className="check radio"
        id={id}
        name="when"
        checked={isChosen}
        aria-describedby={`${id}-hint`}
        onChange={onChoose}
      />
      <label htmlFor={id} className="med">
        {label}
      </label>
      <p className="soft" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
