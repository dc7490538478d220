import { Graph, layout } from '@dagrejs/dagre';
import type { Chart } from './chart-of.ts';
import { LINE_PX, type Line, lineWidth, type Walks } from './lines.ts';
import { type ArrowPlan, beginningOf, type BoxPlan, type DrawingOf, type Plan, planOf } from './plan.ts';

/** Positions of all parts of a chart, in pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Outer ones first. */
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Start of the machine or of a region. */
  readonly dots: readonly Point[];
}

export interface Box extends BoxPlan, Point {}

/** One or more transitions from one box to another; none from a dot. */
export interface Arrow extends Pick<ArrowPlan, 'transitions' | 'lines'> {
  readonly points: readonly Point[];
  /** Positions of the text lines. */
  readonly label: Rect;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are its upper left corner. */
export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

type Direction = 'LR' | 'TB';

/** Preferred maximum width and height of a picture: a card of the report at 1,440 px. Our choice. */
const IDEAL = { width: 1_100, height: 760 };
/** Pixels that a frame grows at its top, for its title. */
const FRAME_HEAD_PX = 8;
const DOT_PX = 10;

/** Factor by which a picture may exceed its card before its arrows become text. Our choice: its text is 10 px then. */
const STRAIN_MAX = 1.25;

/**
 * Lays the chart out from left to right or from top to bottom, whichever needs less shrinking. Long arrows and their
 * labels make a picture wide and empty: if it wouldn't fit its card, boxes list their outgoing transitions.
 */
export function layOut(chart: Chart, walks: Walks | null = null): Layout {
  const stepsOf = stepsFrom(chart, planOf(chart, walks));
  const reach = (from: string, to: string) => stepsOf(to) - stepsOf(from);
  const ways: readonly DrawingOf[] = [() => 'labelled', (from, to) => (reach(from, to) === 1 ? 'told' : 'away')];
  const tried: Layout[] = [];
  for (const drawingOf of ways) {
    const plan = planOf(chart, walks, drawingOf);
    tried.push(layOutTo('LR', chart, plan, stepsOf), layOutTo('TB', chart, plan, stepsOf));
    if (tried.some((each) => strain(each) <= STRAIN_MAX)) break;
  }
  return tried.reduce((best, each) => (strain(each) < strain(best) ? each : best));
}

const strain = ({ width, height }: Layout): number => Math.max(width / IDEAL.width, height / IDEAL.height);

function layOutTo(direction: Direction, chart: Chart, plan: Plan, stepsOf: StepsOf): Layout {
  const leadsOn = forwardness(plan, stepsOf);
  const graph = graphOf(direction, chart, plan, leadsOn);
  layout(graph);
  const rectAt = (key: string) => rectOf(graph.node(key));
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    boxes: plan.boxes.map((box) => ({
      ...box,
      ...(box.kind === 'frame' ? withHead(rectAt(box.key)) : rectAt(box.key)),
    })),
    arrows: [
      ...plan.arrows.map(({ from, to, lines, transitions }) => {
        const edge = leadsOn(from, to) ? graph.edge(from, to, 'on') : graph.edge(to, from, 'back');
        const points = edge.points ?? [];
        return { transitions, lines, points: leadsOn(from, to) ? points : points.toReversed(), label: rectOf(edge) };
      }),
      ...plan.dots.map(({ key, to }) => ({
        transitions: [],
        lines: [],
        points: graph.edge(key, to, 'begin').points ?? [],
        label: rectAt(key),
      })),
    ],
    dots: plan.dots.map(({ key }) => ({ x: rectAt(key).x + DOT_PX / 2, y: rectAt(key).y + DOT_PX / 2 })),
  };
}

type LeadsOn = (from: string, to: string) => boolean;

function graphOf(direction: Direction, chart: Chart, { boxes, arrows, dots }: Plan, leadsOn: LeadsOn): Graph {
  const graph = new Graph({ compound: true, multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 26, edgesep: 14, ranksep: 34, marginx: 12, marginy: 12 });
  for (const { key, width, height } of boxes) graph.setNode(key, { width, height });
  for (const { key } of dots) graph.setNode(key, { width: DOT_PX, height: DOT_PX });
  for (const { key, parent } of [...boxes, ...dots]) if (parent !== null) graph.setParent(key, parent);
  for (const { key, to } of dots) graph.setEdge(key, to, { minlen: 1, weight: 4 }, 'begin');
  for (const { key, parent, kind } of boxes) {
    // Not drawn: places transitions of a whole frame after the frame's start.
    if (kind === 'anywhere' && parent !== null) graph.setEdge(beginningOf(chart, parent), key, { weight: 2 }, 'beside');
  }
  for (const { from, to, lines } of arrows) {
    const label = { ...sizeOf(lines), labelpos: 'c' as const, minlen: 1, weight: 1 };
    if (leadsOn(from, to)) graph.setEdge(from, to, label, 'on');
    else graph.setEdge(to, from, label, 'back');
  }
  return graph;
}

/**
 * Distinguishes forward arrows from backward ones by each box's distance from the start. The picture then follows the
 * steps; otherwise the layout would reverse any arrow that closes a cycle.
 */
function forwardness({ boxes }: Plan, stepsOf: StepsOf): LeadsOn {
  const keys = boxes.map(({ key }) => key);
  const place = (key: string) => stepsOf(key) * keys.length + keys.indexOf(key);
  return (from, to) => place(from) < place(to);
}

type StepsOf = (key: string) => number;

/** Distance of each box from the start, in steps. */
function stepsFrom(chart: Chart, { boxes, arrows, dots }: Plan): StepsOf {
  const steps = new Map(dots.map(({ to }) => [to, 0]));
  for (const [key, step] of steps) {
    const around = boxes.filter(({ kind, state }) => kind === 'anywhere' && beginningOf(chart, state.id) === key);
    for (const anywhere of around) if (!steps.has(anywhere.key)) steps.set(anywhere.key, step + 0.5);
    for (const { to } of arrows.filter(({ from }) => from === key)) if (!steps.has(to)) steps.set(to, step + 1);
  }
  return (key) => steps.get(key) ?? 0;
}

const sizeOf = (lines: readonly Line[]) => ({
  width: Math.max(0, ...lines.map(lineWidth)) + 8,
  height: lines.length * LINE_PX + 2,
});

const rectOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rect>): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const withHead = ({ x, y, width, height }: Rect): Rect => ({
  x,
  y: y - FRAME_HEAD_PX,
  width,
  height: height + FRAME_HEAD_PX,
});
