import { Pause, Play, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import type { MachinesSeen } from '../_base/machines/machines-seen.ts';
import { useMachines } from '../_base/machines/use-machines.ts';
import { useTicks } from '../_base/use-ticks.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { MachineDetail } from './MachineDetail.tsx';
import { MachineTree } from './MachineTree.tsx';
import { machinesText } from './machines-text.ts';
import { treeOf } from './tree-of.ts';
import '../../styles/chart.css';
import './machines.css';

/** Every machine of this tab: what state it is in, since when, and what led there. */
export function MachinesPage() {
  const { user } = useApp();
  const { seen, surroundings } = useMachines();
  const textOf = (report: MachinesSeen, now = Date.now()) => machinesText(surroundings(now), report, now);
  return <MachinesView seen={seen} textOf={textOf} now={useTicks(1_000)} zone={IANA_ZONES[user.timezone]} />;
}

interface MachinesViewProps {
  seen: MachinesSeen;
  /** The report of a bug, with the machines as they were seen at `now`, milliseconds of the epoch; absent: this moment. */
  textOf: (seen: MachinesSeen, now?: number) => string;
  /** Milliseconds of the epoch. */
  now: number;
  zone: string;
}

export function MachinesView({ seen: current, now: clock, zone, textOf }: MachinesViewProps) {
  const [frozen, setFrozen] = useState<{ seen: MachinesSeen; now: number } | null>(null);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { seen, now } = frozen ?? { seen: current, now: clock };
  const live = useMemo(() => treeOf(seen.live, filter), [seen.live, filter]);
  const ended = useMemo(() => treeOf(seen.ended, filter), [seen.ended, filter]);
  const all = [...seen.live, ...seen.ended];
  const actor = all.find(({ key }) => key === chosen) ?? live[0]?.actor ?? ended[0]?.actor;
  const machines = seen.live.filter(({ machine }) => machine !== null).length;
  return (
    <>
      <PageBar
        title={titleOf('/_machines')}
        manyActions
        scope={
          <>
            This tab: <b>{machines}</b> running{frozen ? ', paused' : ''}
          </>
        }
        actions={
          <>
            <Button icon={frozen ? Play : Pause} onClick={() => setFrozen(frozen ? null : { seen, now })}>
              {frozen ? 'Resume' : 'Pause'}
            </Button>
            <CopyButton text={() => textOf(seen, frozen?.now)} label="Copy as text" />
          </>
        }
      />
      <div className="machines">
        <div className="tree-side">
          <TextField
            type="search"
            label="Filter by name"
            labelHidden
            placeholder="Filter by name"
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          {live.length + ended.length === 0 ? (
            <p className="quiet none">No machines match.</p>
          ) : (
            <>
              <MachineTree label="Running" nodes={live} now={now} chosen={actor?.key} onChoose={setChosen} />
              <MachineTree label="Recently ended" nodes={ended} now={now} chosen={actor?.key} onChoose={setChosen} />
            </>
          )}
        </div>
        {actor === undefined ? (
          <EmptyState icon={Workflow} title="No machines found" text="Try another name." />
        ) : (
          <MachineDetail key={actor.key} actor={actor} now={now} zone={zone} />
        )}
      </div>
    </>
  );
}
