import { Fragment } from 'react';
import type { DemoWorld } from '#contract/demo.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { Dot } from '../_kit/display/Dot.tsx';
import { formatDuration, formatTimeLeft } from '../_kit/format/format-duration.ts';
import type { Commanding } from './commanding.ts';

interface WireCardProps extends Pick<Commanding, 'command'> {
  world: DemoWorld;
  ageMs: number;
  isGone: boolean;
}

type Part = DemoWorld['parts'][number];
type Line = DemoWorld['lines'][number];

const NAMES = { web: 'Server', jobs: 'Jobs', voice: 'Phone', database: 'Database' } as const;
const TONES = { running: 'good', paused: 'warn', away: 'bad' } as const;
const STATES = { running: 'running', paused: 'paused', away: 'away' } as const;
const ENDS = { browser: 'browser and server', database: 'server and database' } as const;

/** The way from the browser to the database, with what is broken on it. */
export function WireCard({ world, ageMs, isGone, command }: WireCardProps) {
  const partOf = (name: Part['part']) => world.parts.find(({ part }) => part === name);
  const lineOf = (name: Line['line']) => world.lines.find(({ line }) => line === name);
  return (
    <Card title="System status" className="all" padded>
      <ol className={classes('wire', isGone && 'is-old')} aria-label="From the browser to the database">
        <li className="wire-end">
          <span className="med">Browser</span>
          <span className="meta quiet">this page</span>
        </li>
        <Segment line={lineOf('browser')} ageMs={ageMs} command={command} />
        <Node part={partOf('web')} ageMs={ageMs} beside={partOf('jobs')} />
        <Segment line={lineOf('database')} ageMs={ageMs} command={command} />
        <Node part={partOf('database')} ageMs={ageMs} />
      </ol>
    </Card>
  );
}

interface NodeProps {
  part: Part | undefined;
  /** Shares its place on the line. */
  beside?: Part | undefined;
  ageMs: number;
}

function Node({ part, beside, ageMs }: NodeProps) {
  return (
    <li className="wire-end">
      {[part, beside].map((each) =>
        each === undefined ? null : (
          <Fragment key={each.part}>
            <span className="row med">
              <Dot tone={TONES[each.state]} />
              {NAMES[each.part]}
            </span>
            <span className="meta quiet num">{factsOf(each, ageMs)}</span>
          </Fragment>
        ),
      )}
    </li>
  );
}

function factsOf({ state, pid, up_ms, left_ms, restarts }: Part, ageMs: number): string {
  if (state === 'paused') return `${STATES[state]}, ${formatTimeLeft((left_ms ?? 0) - ageMs)}`;
  return [
    STATES[state],
    up_ms === null ? '' : formatDuration(up_ms + ageMs),
    pid === null ? '' : `process ${pid}`,
    restarts === 0 ? '' : `restarted ${restarts}×`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface SegmentProps extends Pick<Commanding, 'command'> {
  line: Line | undefined;
  ageMs: number;
}

function Segment({ line, ageMs, command }: SegmentProps) {
  if (line === undefined) return null;
  const left = (line.fault?.left_ms ?? 0) - ageMs;
  const fault = left > 0 ? line.fault : null;
  return (
    <li className={classes('wire-line', fault !== null && 'is-broken', fault?.kind)}>
      <span className="wire-drawing" aria-hidden="true" />
      <span className="sr">Between {ENDS[line.line]}: </span>
      {fault === null ? (
        <span className="meta quiet">{line.in_place ? 'healthy, can be broken' : 'healthy'}</span>
      ) : (
        <>
          <span className="meta">{fault.words}</span>
          <span className="row">
            <span className="meta num med">{formatTimeLeft(left)}</span>
            <Button size="small" onClick={() => command({ do: 'heal', line: line.line })}>
              Restore now
            </Button>
          </span>
        </>
      )}
    </li>
  );
}
