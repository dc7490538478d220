import { useState } from 'react';
import { type DemoCommand, type DemoLine, FAULT_S, type LineFaultKind } from '#contract/demo.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Commanding, isSame } from './commanding.ts';

const LINES = [
  { value: 'browser', label: 'Browser to server' },
  { value: 'database', label: 'Server to database' },
] as const;

const SECONDS = [5, 10, 20, FAULT_S, 60, 300] as const;

const KINDS: readonly { kind: LineFaultKind; label: string; text: string }[] = [
  { kind: 'delay', label: 'Delay', text: 'adds 500 ms' },
  { kind: 'blackhole', label: 'Blackhole', text: 'traffic stops, connections stay open' },
  { kind: 'drop', label: 'Drop', text: 'resets connections and refuses new ones' },
  { kind: 'half-open', label: 'Half-open', text: 'open connections fail silently' },
];

/** Breaks a line for a while. */
export function NetworkCard({ busy, command }: Commanding) {
  const [line, setLine] = useState<DemoLine>('browser');
  const [seconds, setSeconds] = useState<number>(FAULT_S);
  const row = (does: DemoCommand, label: string, text: string) => (
    <li key={label}>
      <Button size="small" busy={isSame(busy, does)} onClick={() => command(does)}>
        {label}
      </Button>
      <span className="soft">{text}</span>
    </li>
  );
  return (
    <Card title="Network" aside={<span className="meta quiet">recovers automatically</span>} padded>
      <div className="demo-choices">
        <SelectField
          label="Line"
          value={line}
          options={LINES}
          onChange={({ currentTarget }) => setLine(currentTarget.value === 'database' ? 'database' : 'browser')}
        />
        <SelectField
          label="Duration"
          value={String(seconds)}
          options={SECONDS.map((each) => ({
            value: String(each),
            label: each < 60 ? `${each} s` : `${each / 60} min`,
          }))}
          onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}
        />
      </div>
      <ul className="demo-rows">
        {KINDS.map(({ kind, label, text }) => row({ do: 'break', line, fault: kind, seconds }, label, text))}
        {row({ do: 'cut', line }, 'Reset', 'resets all connections once')}
      </ul>
      <p className="meta quiet">The first fault on a line inserts a proxy, which restarts the server.</p>
    </Card>
  );
}
