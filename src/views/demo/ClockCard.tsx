import { useState } from 'react';
import type { DemoWorld } from '#contract/demo.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatDate, formatTimeWithSeconds } from '../_kit/format/format-when.ts';
import { TextField } from '../_kit/controls/TextField.tsx';
import { clockWords } from './clock-words.ts';
import { type Commanding, isSame } from './commanding.ts';

const STEPS = ['+1 hour', '+2 hours', '+1 day', '+1 week', '+1 month', '-1 day'] as const;

interface ClockCardProps extends Commanding {
  world: DemoWorld;
  ageMs: number;
  zone: string;
}

/** Time of the demo clock and its controls. */
export function ClockCard({ world, ageMs, zone, busy, command }: ClockCardProps) {
  const [to, setTo] = useState('');
  const shown = new Date(new Date(world.now).getTime() + ageMs);
  const button = (time: string, label: string) => (
    <Button
      key={time}
      size="small"
      busy={isSame(busy, { do: 'clock', to: time })}
      onClick={() => command({ do: 'clock', to: time })}
    >
      {label}
    </Button>
  );
  return (
    <Card title="Clock" aside={<span className="meta quiet">{clockWords(world)}</span>} padded>
      <p className="demo-clock num">
        {formatTimeWithSeconds(shown, zone)} <span className="soft">{formatDate(shown, zone)}</span>
      </p>
      <div className="row wrap">
        {STEPS.map((step) => button(step, step.replace('-', '−')))}
        {button('real', 'Real time')}
      </div>
      <form
        className="demo-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== '') command({ do: 'clock', to: to.trim() });
        }}
      >
        <TextField
          label="Custom time"
          hint="+3 days 2 hours, or 2027-01-15 09:00 in the server's time zone"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit">Move the clock</Button>
      </form>
    </Card>
  );
}
