import { expect, test } from 'vitest';
import { circlesOf, descentsOf, LockGraph } from './lock-graph.ts';
import type { Lock, Mode } from './wal-reader.ts';

let xids = 0;

const BELONGS = new Map([
  ['notes', new Set(['contacts', 'users'])],
  ['files', new Set(['contacts', 'users'])],
]);

const lock = (
  what: string,
  id: number,
  mode: Mode = 'no key update',
  waits = true,
  from: Mode | null = null,
): Lock => ({
  what,
  which: String(id),
  id,
  mode,
  from,
  waits,
});

function graphOf(...transactions: readonly (readonly Lock[])[]): LockGraph {
  const graph = new LockGraph(BELONGS);
  for (const locks of transactions) graph.add({ xid: String((xids += 1)), locks });
  return graph;
}

const circlesIn = (graph: LockGraph) => circlesOf(graph.steps()).map((circle) => circle.map(({ held }) => held));

test('finds two transactions that lock two tables in opposite order', () => {
  const graph = graphOf([lock('users', 1), lock('contacts', 5)], [lock('contacts', 6), lock('users', 2)]);

  expect(circlesIn(graph)).toEqual([['users', 'contacts']]);
});

test('finds a circle of three, of which each two agree', () => {
  const graph = graphOf(
    [lock('users', 1), lock('contacts', 5)],
    [lock('contacts', 6), lock('calls', 1)],
    [lock('calls', 2), lock('users', 3)],
  );

  expect(circlesIn(graph)).toEqual([['users', 'contacts', 'calls']]);
});

test('passes over references, which exclude no change of a row', () => {
  const graph = graphOf(
    [lock('users', 1), lock('contacts', 5)],
    [lock('contacts', 6), lock('users', 2, 'key share')],
    [lock('contacts', 6, 'key share'), lock('users', 2)],
  );

  expect(circlesIn(graph)).toEqual([]);
});

test('knows that a deletion waits for references', () => {
  const graph = graphOf(
    [lock('users', 1, 'update'), lock('contacts', 5)],
    [lock('contacts', 6), lock('users', 2, 'key share')],
  );

  expect(circlesIn(graph)).toEqual([['users', 'contacts']]);
});

test('knows that a lock which is taken only when free waits for no one', () => {
  const graph = graphOf(
    [lock('users', 1), lock('contacts', 5)],
    [lock('contacts', 6), lock('users', 2, 'update', false)],
  );

  expect(circlesIn(graph)).toEqual([]);
});

test('finds rows of a table that are locked against the order of their ids', () => {
  const upward = graphOf([lock('contacts', 1), lock('contacts', 4)]);
  const downward = graphOf([lock('contacts', 1), lock('contacts', 4), lock('contacts', 3)]);
  const referred = graphOf([lock('contacts', 4, 'key share'), lock('contacts', 3)]);

  expect(descentsOf(upward.steps())).toEqual([]);
  expect(descentsOf(downward.steps())).toMatchObject([
    { held: 'contacts', examples: [{ held: { id: 4 }, requested: { id: 3 } }] },
  ]);
  expect(descentsOf(referred.steps())).toEqual([]);
});

test('knows that a contact which is locked first guards what belongs to it', () => {
  const guarded = graphOf(
    [lock('contacts', 1), lock('notes', 5), lock('files', 1)],
    [lock('contacts', 1), lock('files', 2), lock('notes', 6), lock('notes', 4)],
  );
  const half = graphOf([lock('contacts', 1), lock('notes', 5), lock('files', 1)], [lock('files', 2), lock('notes', 6)]);
  const referred = graphOf(
    [lock('contacts', 1, 'key share'), lock('notes', 5), lock('files', 1)],
    [lock('contacts', 1, 'key share'), lock('files', 2), lock('notes', 6)],
  );

  expect([circlesIn(guarded), descentsOf(guarded.steps())]).toEqual([[], []]);
  expect(circlesIn(half)).toEqual([['notes', 'files']]);
  expect(circlesIn(referred)).toEqual([['notes', 'files']]);
});

test('knows that a stronger lock of the same row waits only for what the weaker one has let in', () => {
  const removal = [lock('pools', 1), lock('contacts', 5), lock('pools', 1, 'update', true, 'no key update')];
  const reference = [lock('pools', 1, 'key share'), lock('contacts', 5)];

  expect(circlesIn(graphOf(removal))).toEqual([]);
  expect(circlesIn(graphOf(removal, reference.toReversed()))).toEqual([]);
  expect(circlesIn(graphOf(removal, reference))).toEqual([['contacts', 'pools']]);
});
