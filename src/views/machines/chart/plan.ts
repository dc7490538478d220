import type { Chart, ChartState, ChartTransition } from './chart-of.ts';
import { boxLines, INDENT_PX, LINE_PX, type Line, lineWidth, linesOf, type Walks, widthOf } from './lines.ts';

/** Content and size of a drawing before it is positioned. */
export interface Plan {
  readonly boxes: readonly BoxPlan[];
  readonly arrows: readonly ArrowPlan[];
  readonly dots: readonly DotPlan[];
}

export interface BoxPlan {
  readonly key: string;
  /** The key of the frame around it. `null`: none. */
  readonly parent: string | null;
  readonly state: ChartState;
  /** `frame`: around other boxes; `anywhere`: what happens in any state of the frame. */
  readonly kind: 'box' | 'frame' | 'anywhere';
  readonly title: string;
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

export interface ArrowPlan {
  readonly from: string;
  readonly to: string;
  readonly transitions: readonly ChartTransition[];
  readonly lines: readonly Line[];
}

/** Start of the machine or of a region. */
export interface DotPlan {
  readonly key: string;
  readonly parent: string | null;
  readonly to: string;
}

export const TITLE_PX = 13;
const HEAD_PX = 34;
const SMALLEST_BOX_PX = 88;

/** Drawing of an arrow: `told` lists the transition and its target in its source box; `away` also omits the arrow. */
export type Drawing = 'labelled' | 'told' | 'away';
export type DrawingOf = (from: string, to: string) => Drawing;

export const planOf = (chart: Chart, walks: Walks | null, drawingOf: DrawingOf = () => 'labelled'): Plan => ({
  boxes: chart.states.flatMap((state) =>
    isFrame(state) ? frameOf(chart, state, walks, drawingOf) : boxOf(chart, state, walks, drawingOf),
  ),
  arrows: arrowsOf(chart, walks, drawingOf),
  dots: dotsOf(chart),
});

/** The box in which a state begins: its own, or that of the innermost state that it begins with. */
export function beginningOf(chart: Chart, id: string): string {
  const first = chart.states.find(({ parent, isInitial }) => parent === id && isInitial);
  return first === undefined ? id : beginningOf(chart, first.id);
}

const isFrame = ({ kind }: ChartState): boolean => kind === 'compound' || kind === 'parallel';
const anywhereIn = (id: string): string => `${id}:anywhere`;

/** The machine itself has no frame: its parts are drawn directly on the page. */
const frameAround = (chart: Chart, { parent }: ChartState): string | null => (parent === chart.id ? null : parent);

const ownOf = (chart: Chart, { id }: ChartState) => chart.transitions.filter(({ from }) => from === id);

/** Internal transitions of a state, including re-entries. */
const insideOf = (chart: Chart, state: ChartState) =>
  ownOf(chart, state).filter(({ to }) => to.every((target) => target === state.id));

/** Transitions that are listed in the box of their state. */
const toldOf = (chart: Chart, state: ChartState, drawingOf: DrawingOf) =>
  ownOf(chart, state).filter((transition) => isTold(chart, transition, drawingOf));

const isTold = (chart: Chart, transition: ChartTransition, drawingOf: DrawingOf): boolean =>
  endsOf(chart, transition).some(({ from, to }) => drawingOf(from, to) !== 'labelled');

/** The boxes that each arrow of a transition leads from and to; none when it stays. */
const endsOf = (chart: Chart, { from, to }: ChartTransition): readonly { from: string; to: string }[] => {
  const source = chart.states.some(({ id, kind }) => id === from && (kind === 'compound' || kind === 'parallel'))
    ? anywhereIn(from)
    : from;
  return to.filter((target) => target !== from).map((target) => ({ from: source, to: beginningOf(chart, target) }));
};

function boxOf(chart: Chart, state: ChartState, walks: Walks | null, drawingOf: DrawingOf): BoxPlan {
  const lines = boxLines(chart, state, insideOf(chart, state), toldOf(chart, state, drawingOf), walks);
  const [key, parent, title] = [state.id, frameAround(chart, state), state.label];
  return { key, parent, state, kind: 'box', title, lines, ...boxSize(title, lines) };
}

/** A frame, and in it a box for what happens in any of its states. dagre draws no arrow from a frame. */
function frameOf(chart: Chart, state: ChartState, walks: Walks | null, drawingOf: DrawingOf): readonly BoxPlan[] {
  const isOuter = state.parent === null;
  const [key, parent] = [state.id, frameAround(chart, state)];
  const frame: BoxPlan = { key, parent, state, kind: 'frame', title: state.label, lines: [], width: 0, height: 0 };
  const title = isOuter ? 'In any state' : `Anywhere in ${state.label.toLowerCase()}`;
  const lines = boxLines(chart, state, insideOf(chart, state), toldOf(chart, state, drawingOf), walks);
  const says = ownOf(chart, state).length > 0 || lines.length > 0;
  const anywhere: BoxPlan = {
    key: anywhereIn(state.id),
    parent: isOuter ? null : state.id,
    state,
    kind: 'anywhere',
    title,
    lines,
    ...boxSize(title, lines),
  };
  return [...(isOuter ? [] : [frame]), ...(says ? [anywhere] : [])];
}

/** Indentation of a box's line in pixels. */
export const indentOf = ({ transition }: Line): number => (transition === null ? 0 : INDENT_PX);

function boxSize(title: string, lines: readonly Line[]): { width: number; height: number } {
  const widest = Math.max(widthOf(title, TITLE_PX), ...lines.map((line) => lineWidth(line) + indentOf(line)));
  const below = lines.length === 0 ? 0 : lines.length * LINE_PX + 8;
  return { width: Math.max(SMALLEST_BOX_PX, widest + 24), height: HEAD_PX + below };
}

/** The machine and every region begin with a dot; other frames begin where an arrow leads in. */
function dotsOf(chart: Chart): readonly DotPlan[] {
  const stateOf = new Map(chart.states.map((state) => [state.id, state]));
  return chart.states
    .filter(({ kind, parent }) => kind === 'compound' && (parent === null || stateOf.get(parent)?.kind === 'parallel'))
    .map(({ id }) => {
      const to = beginningOf(chart, id);
      const state = stateOf.get(to);
      return { key: `${id}:dot`, parent: state === undefined ? null : frameAround(chart, state), to };
    });
}

/** Transitions between the same two boxes share one arrow. */
function arrowsOf(chart: Chart, walks: Walks | null, drawingOf: DrawingOf): readonly ArrowPlan[] {
  const plans = new Map<string, ArrowPlan>();
  for (const transition of chart.transitions) {
    const lines = isTold(chart, transition, drawingOf) ? [] : linesOf(transition, walks);
    for (const { from, to } of endsOf(chart, transition)) {
      if (drawingOf(from, to) === 'away') continue;
      const known = plans.get(`${from} ${to}`) ?? { from, to, transitions: [], lines: [] };
      plans.set(`${from} ${to}`, {
        from,
        to,
        transitions: [...known.transitions, transition],
        lines: [...known.lines, ...lines],
      });
    }
  }
  return [...plans.values()];
}
