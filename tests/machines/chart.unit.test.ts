import { fromPromise, setup, StateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { chartOf } from '../../src/views/machines/chart/chart-of.ts';
import { type Box, type Layout, layOut, type Rect } from '../../src/views/machines/chart/lay-out.ts';
import { LINE_PX, lineWidth, widthOf } from '../../src/views/machines/chart/lines.ts';
import { nameOf, nodesUnder, transitionsOf } from '../../src/views/machines/chart/parts-of-machine.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.machine.ts', { eager: true });

const machines = Object.values(modules)
  .flatMap((exported) => Object.values(exported))
  .filter((value) => value instanceof StateMachine)
  .map((machine) => [machine.id, machine] as const);

const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const holds = (outer: Rect, inner: Rect): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Pairs of boxes of which none is a frame around the other. */
function strangers({ boxes }: Layout): [Box, Box][] {
  const isIn = (box: Box, frame: Box): boolean => {
    const parent = boxes.find(({ key }) => key === box.parent);
    return parent !== undefined && (parent === frame || isIn(parent, frame));
  };
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => !isIn(one, other) && !isIn(other, one))
      .map((other): [Box, Box] => [one, other]),
  );
}

test('the glob found the machines', () => expect(machines.length).toBeGreaterThan(10));

describe.each(machines)('the chart of %s', (id, machine) => {
  const nodes = nodesUnder(machine.root);
  const chart = chartOf(machine);
  const layout = layOut(chart);
  const page: Rect = { x: 0, y: 0, width: layout.width, height: layout.height };

  test('has every state and every transition', () => {
    expect(chart.states.map((state) => state.id)).toEqual(nodes.map((node) => node.id));
    expect(chart.transitions.map(({ name }) => name)).toEqual(nodes.flatMap(transitionsOf).map(nameOf));
  });

  test('names no transition twice', () => {
    const names = chart.transitions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('draws every state but the machine itself, which is the page', () => {
    const drawn = layout.boxes.filter(({ kind }) => kind !== 'anywhere').map(({ state }) => state.id);
    expect(drawn.toSorted()).toEqual(
      nodes
        .map((node) => node.id)
        .filter((each) => each !== id || machine.root.type === 'atomic')
        .toSorted(),
    );
  });

  test('says every transition in a box or beside an arrow', () => {
    const said = [...layout.boxes, ...layout.arrows].flatMap(({ lines }) => lines.map(({ transition }) => transition));
    expect(chart.transitions.filter(({ name }) => !said.includes(name))).toEqual([]);
  });

  test('covers no box with another one, and no label with another one', () => {
    const labels = layout.arrows.filter(({ lines }) => lines.length > 0).map(({ label }) => label);
    const pairs = labels.flatMap((one, at) => labels.slice(at + 1).map((other) => [one, other] as const));

    expect(
      strangers(layout)
        .filter(([one, other]) => overlap(one, other))
        .map(([one, other]) => [one.key, other.key]),
    ).toEqual([]);
    expect(pairs.filter(([one, other]) => overlap(one, other))).toEqual([]);
  });

  test('writes no label over a box', () => {
    const labels = layout.arrows.filter(({ lines }) => lines.length > 0);
    const boxes = layout.boxes.filter(({ kind }) => kind !== 'frame');
    const covered = labels.flatMap(({ label, lines }) =>
      boxes.filter((box) => overlap(label, box)).map(({ key }) => [lines[0]?.text, key]),
    );
    expect(covered).toEqual([]);
  });

  test('keeps boxes in their frames, and everything on the page', () => {
    const frameOf = (box: Box) => layout.boxes.find(({ key }) => key === box.parent) ?? page;
    expect(layout.boxes.filter((box) => !holds(frameOf(box), box)).map(({ key }) => key)).toEqual([]);
    expect(layout.arrows.filter(({ label }) => !holds(page, label))).toEqual([]);
  });

  test('gives every text the room that it takes', () => {
    const rooms = [...layout.boxes, ...layout.arrows.map(({ label, lines }) => ({ ...label, lines, title: '' }))];
    const tight = rooms.filter(
      ({ width, height, lines, title }) =>
        lines.some((line) => lineWidth(line) > width) || lines.length * LINE_PX > height || widthOf(title) > width,
    );
    expect(tight.filter(({ lines, title }) => lines.length > 0 || title !== '')).toEqual([]);
  });

  test('leads every arrow from one box to another', () => {
    expect(layout.arrows.filter(({ points }) => points.length < 2)).toEqual([]);
  });
});

test('a chart that would leave its card tells in its boxes what leads away from them', () => {
  const ids = ['confirm', 'session'];
  const layouts = new Map(
    machines.filter(([id]) => ids.includes(id)).map(([id, machine]) => [id, layOut(chartOf(machine))]),
  );
  const tells = (id: string) => layouts.get(id)?.boxes.some(({ lines }) => lines.some(({ look }) => look === 'goes'));

  expect([tells('confirm'), tells('session')]).toEqual([false, true]);
  // 1,922 by 1,073 pixels with every arrow, of which one in ten was more than empty space.
  expect(layouts.get('session')?.width).toBeLessThan(1_850);
});

describe('a chart in words', () => {
  const machine = setup({
    actors: { loadDoor: fromPromise(() => Promise.resolve()) },
    guards: { isLocked: () => true, standsAt: (_snapshot, _params: { status: string }) => true },
    delays: { patience: 90_000, later: ({ context }) => context.wait },
    types: { context: {} as { wait: number } },
  }).createMachine({
    id: 'front-door',
    context: { wait: 1 },
    initial: 'loadingDoor',
    on: { 'network.lost': { guard: { type: 'standsAt', params: { status: 'open' } } } },
    states: {
      loadingDoor: {
        invoke: { src: 'loadDoor', onDone: 'shut', onError: {} },
        after: { patience: 'shut', later: 'shut' },
      },
      shut: { on: { 'door.signIn': [{ guard: 'isLocked', target: 'shut' }, 'gone'], 'bell.ring': 'shut' } },
      gone: { always: 'end' },
      end: { type: 'final' },
    },
  });
  const { title, states, transitions } = chartOf(machine);

  test('has states with their kind, beginning and what runs', () => {
    expect(title).toBe('Front door');
    expect(states.map(({ label, kind, isInitial, runs }) => [label, kind, isInitial, runs.join()])).toEqual([
      ['Front door', 'compound', false, ''],
      ['Loading door', 'plain', true, 'load door'],
      ['Shut', 'plain', false, ''],
      ['Gone', 'plain', false, ''],
      ['End', 'final', false, ''],
    ]);
  });

  test('says what makes a transition happen, when, and where it leads', () => {
    expect(transitions.map(({ kind, event, guard, to }) => [kind, event, guard, to.join()])).toEqual([
      ['event', 'network lost', 'if stands at open', ''],
      ['done', 'load door done', null, 'front-door.shut'],
      ['failed', 'load door fails', null, ''],
      ['delay', 'after 1.5 min (patience)', null, 'front-door.shut'],
      ['delay', 'after a while (later)', null, 'front-door.shut'],
      ['event', 'sign in', 'if locked', 'front-door.shut'],
      ['event', 'sign in', 'else', 'front-door.gone'],
      ['event', 'ring bell', null, 'front-door.shut'],
      ['atOnce', 'immediately', null, 'front-door.end'],
    ]);
  });
});
