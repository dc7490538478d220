import { useState } from 'react';
import { updateTimezone } from '#contract/profile.contract.ts';
import { type CurrentUser, TIME_ZONES } from '#contract/session.contract.ts';
import { zoneOfRegion } from '#rules/time/region-zone.ts';
import { IANA_ZONES, ZONE_NAMES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatTime } from '../_kit/format/format-when.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { FormFailure } from './FormFailure.tsx';
import { heldUnless, useOwnChange } from './use-own-change.ts';

type Zone = CurrentUser['timezone'];

interface TimeZoneFormProps {
  now: Date;
  /** Of the computer. */
  region?: string;
}

/** In which zone times are shown; offers that of the computer where it is another. */
export function TimeZoneForm({
  now,
  region = new Intl.DateTimeFormat().resolvedOptions().timeZone,
}: TimeZoneFormProps) {
  const { user } = useApp();
  const [draft, setDraft] = useState<Zone | null>(null);
  const save = useOwnChange(updateTimezone, 'Time zone saved. All times now use it.', () => setDraft(null));
  const zone = draft ?? user.timezone;
  const here = zoneOfRegion(region);
  return (
    <Card title="Time zone" padded>
      <form
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (zone !== user.timezone) save.submit({ body: { timezone: zone } });
        }}
      >
        <div className="settings-narrow">
          <SelectField
            label="Your time zone"
            value={zone}
            options={TIME_ZONES.map((value) => ({
              value,
              label: `${ZONE_NAMES[value]}, ${formatTime(now, IANA_ZONES[value])} now`,
            }))}
            onChange={(event) => setDraft(event.currentTarget.value as Zone)}
          />
        </div>
        {here === null || here === zone ? null : (
          <p className="row wrap">
            Your computer is on {ZONE_NAMES[here]} time.
            <Button size="small" onClick={() => setDraft(here)}>
              Choose {ZONE_NAMES[here]}
            </Button>
          </p>
        )}
        <FormFailure failure={save.error} />
        <div className="settings-acts">
          <Button type="submit" busy={save.state === 'submitting'} refusal={heldUnless(zone !== user.timezone)}>
            Save time zone
          </Button>
        </div>
      </form>
    </Card>
  );
}
