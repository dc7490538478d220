import '../../../styles/chart.css';
import { useId, useMemo } from 'react';
import { classes } from '../../_kit/format/class-names.ts';
import { arrowPath } from './arrow-path.ts';
import type { Chart } from './chart-of.ts';
import { type Arrow, type Box, layOut } from './lay-out.ts';
import { LINE_PX, type Line, type Walks } from './lines.ts';
import { indentOf, TITLE_PX } from './plan.ts';
import { chartSummary } from './summary.ts';

interface MachineChartProps {
  chart: Chart;
  /** The states that are shown as current, by id. */
  lit?: ReadonlySet<string>;
  /** Number of paths per part; without it, counts are omitted. */
  walks?: Walks | null;
  /** Shrinks the whole picture into its place, however small its text becomes. */
  isFit?: boolean;
}

/**
 * A machine as a picture. It scrolls if it is larger than its container, unless it is scaled to fit; {@link
 * chartSummary} describes it as text.
 */
export function MachineChart({ chart, lit = NOTHING, walks = null, isFit = false }: MachineChartProps) {
  const id = `${chart.id}${useId()}`;
  const { width, height, boxes, arrows, dots } = useMemo(() => layOut(chart, walks), [chart, walks]);
  const texts = arrows.filter(({ lines }) => lines.length > 0);
  const [frames, others] = [boxes.filter(({ kind }) => kind === 'frame'), boxes.filter(({ kind }) => kind !== 'frame')];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable
    <section className={classes('chart-scroll', isFit && 'is-fit')} tabIndex={0} aria-label={`${chart.title}, drawn`}>
      <svg
        className="machine-chart"
        viewBox={`0 0 ${Math.ceil(width)} ${Math.ceil(height)}`}
        style={{ width: '100%', maxWidth: Math.ceil(width), minWidth: Math.ceil(width * SMALLEST) }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing in the page's colors
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{chartSummary(chart, walks)}</title>
        <Heads of={id} />
        {frames.map((box) => (
          <BoxShape key={box.key} box={box} lit={lit} walks={walks} />
        ))}
        {arrows.map((arrow, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- arrows have no ids, and the picture is static
          <ArrowLine key={at} arrow={arrow} walks={walks} heads={id} />
        ))}
        {others.map((box) => (
          <BoxShape key={box.key} box={box} lit={lit} walks={walks} />
        ))}
        {dots.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={5} className="dot-begin" />
        ))}
        {texts.map(({ label, lines }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <g key={at} className="chart-label">
            <rect x={label.x} y={label.y} width={label.width} height={label.height} rx={4} />
            <Lines lines={lines} x={label.x + label.width / 2} y={label.y} middle />
          </g>
        ))}
      </svg>
    </section>
  );
}

/** Smallest scale of a chart before it scrolls, so that its text stays readable. Our choice: 10 px. */
const SMALLEST = 0.8;

const NOTHING: ReadonlySet<string> = new Set();

/** The heads of arrows, in the three looks that an arrow has. */
const Heads = ({ of: id }: { of: string }) => (
  <defs>
    {['', 'un', 'on'].map((look) => (
      <marker
        key={look}
        id={`${id}head${look}`}
        viewBox="0 0 8 8"
        refX={6.5}
        refY={4}
        markerWidth={7}
        markerHeight={7}
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M1 1l5.5 3L1 7" className={classes('head', look)} />
      </marker>
    ))}
  </defs>
);

interface PartProps {
  lit: ReadonlySet<string>;
  walks: Walks | null;
}

function BoxShape({ box, lit, walks }: PartProps & { box: Box }) {
  const { state, kind, title, lines, x, y, width, height } = box;
  const isMissed = walks !== null && kind !== 'anywhere' && (walks.states.get(state.id) ?? 0) === 0;
  const look = classes(`chart-${kind}`, isMissed && 'un', kind !== 'anywhere' && lit.has(state.id) && 'lit');
  const middle = kind === 'box' && lines.length === 0;
  return (
    <g className={look} data-state={kind === 'anywhere' ? undefined : state.id}>
      <rect x={x} y={y} width={width} height={height} rx={kind === 'frame' ? 10 : 6} />
      {state.kind === 'final' ? (
        <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={4} className="inner" />
      ) : null}
      <text
        x={middle ? x + width / 2 : x + 12}
        y={kind === 'frame' ? y + 18 : y + 17 + TITLE_PX / 3}
        textAnchor={middle ? 'middle' : 'start'}
        className="name"
      >
        {title}
      </text>
      <Lines lines={lines} x={x + 12} y={y + 32} />
    </g>
  );
}

interface ArrowLineProps {
  arrow: Arrow;
  walks: Walks | null;
  /** The id that the heads' ids begin with. */
  heads: string;
}

function ArrowLine({ arrow: { points, transitions }, walks, heads }: ArrowLineProps) {
  const taken = transitions.map(({ name }) => walks?.transitions.get(name) ?? 0);
  const isMissed = walks !== null && taken.length > 0 && taken.every((count) => count === 0);
  const names = transitions.map(({ name }) => name).join('\n');
  return (
    <path
      d={arrowPath(points)}
      className={classes('arrow', isMissed && 'un')}
      markerEnd={`url(#${heads}head${isMissed ? 'un' : ''})`}
      data-transitions={names === '' ? undefined : names}
    />
  );
}

interface LinesProps {
  lines: readonly Line[];
  x: number;
  y: number;
  /** Next to an arrow; in a box they start at the left. */
  middle?: boolean;
}

function Lines({ lines, x, y, middle = false }: LinesProps) {
  return lines.map((line, at) => {
    const left = middle ? x : x + indentOf(line);
    const base = y + at * LINE_PX + LINE_PX * 0.75;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- two lines may be equal
      <g key={at} data-transition={line.transition ?? undefined}>
        {line.look === 'stays' ? <path d={`M${x + 1} ${base - 5}${LOOP}`} className="loop" /> : null}
        {line.look === 'goes' ? <path d={`M${x} ${base - 4}${GOES}`} className="loop" /> : null}
        <text x={left} y={base} textAnchor={middle ? 'middle' : 'start'} className={`line-${line.look}`}>
          {line.text}
          {line.count === null ? null : (
            <tspan className="n" dx={4}>
              {line.count}
            </tspan>
          )}
        </text>
      </g>
    );
  });
}

/** A small arrow around, from its left end: what happens leads back to the same state. */
const LOOP = 'a3.6 3.6 0 1 1 1.6 3.8m-1.8 -1.4l1.7 1.6l1.9 -1.5';

/** A small outgoing arrow, from its left end: leads to the state that the line names. */
const GOES = 'h8m-3 -3l3 3l-3 3';
