import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ActorSeen } from '../_base/machines/machines-seen.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { formatDuration } from '../_kit/format/format-duration.ts';
import { Tag } from '../_kit/display/Tag.tsx';
import { chartOf } from './chart/chart-of.ts';
import { MachineChart } from './chart/MachineChart.tsx';
import { titleOf, wordsOf } from './chart/words.ts';
import { EventTable } from './EventTable.tsx';
import { standOf, stateWords, timeOf } from './machine-words.ts';

interface MachineDetailProps {
  actor: ActorSeen;
  now: number;
  zone: string;
}

/** One actor: its state, its chart with the current state highlighted, its last events. */
export function MachineDetail({ actor, now, zone }: MachineDetailProps) {
  const { machine, name, tags, events, lit, startedAt } = actor;
  const [isFit, setIsFit] = useState(true);
  return (
    <div className="machine-side">
      <h2>{titleOf(name)}</h2>
      <Facts
        facts={[
          { label: 'State', value: <States actor={actor} now={now} /> },
          ...(tags.length === 0
            ? []
            : [{ label: 'Tags', value: tags.map((tag) => <Tag key={tag} name={wordsOf(tag)} />) }]),
          { label: 'Started', value: `${formatDuration(now - startedAt)} ago` },
          { label: 'In the code', value: <code>{machine === null ? name : `${name}.machine.ts`}</code> },
        ]}
      />
      {machine === null ? null : (
        <>
          <Card
            title="Chart"
            padded
            aside={
              <Button size="small" onClick={() => setIsFit(!isFit)}>
                {isFit ? 'Actual size' : 'Fit to card'}
              </Button>
            }
          >
            <Chart machine={machine} lit={lit.join(' ')} isFit={isFit} />
          </Card>
          <EventTable events={events} zone={zone} />
        </>
      )}
    </div>
  );
}

function States({ actor, now }: { actor: ActorSeen; now: number }) {
  if (actor.status !== 'active' || actor.machine === null) {
    return `${standOf(actor)}, ${timeOf(actor, now)}`;
  }
  return (
    <ul>
      {actor.states.map(({ path, since }) => (
        <li key={path}>
          <span className="med">{stateWords(path)}</span>{' '}
          <span className="quiet num">for {formatDuration(now - since)}</span>
        </li>
      ))}
    </ul>
  );
}

interface LitChartProps {
  machine: AnyStateMachine;
  /** Ids of states, spaces between. */
  lit: string;
  isFit: boolean;
}

/** Rendered again only when the machine has moved, with the highlighted state in view. */
const Chart = memo(function LitChart({ machine, lit, isFit }: LitChartProps) {
  const chart = useMemo(() => chartOf(machine), [machine]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current) showLit(place.current);
  }, [chart, lit, isFit]);
  return (
    <div ref={place}>
      <MachineChart chart={chart} lit={new Set(lit.split(' '))} isFit={isFit} />
    </div>
  );
});

/** Scrolls a drawing within its place, and nothing around it. */
function showLit(place: HTMLElement): void {
  const scroll = place.querySelector('.chart-scroll');
  const lit = [...place.querySelectorAll('.lit')].at(-1)?.getBoundingClientRect();
  if (!scroll || !lit) return;
  const { left, top, width, height } = scroll.getBoundingClientRect();
  scroll.scrollLeft += lit.left + lit.width / 2 - left - width / 2;
  scroll.scrollTop += lit.top + lit.height / 2 - top - height / 2;
}
