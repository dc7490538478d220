import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnyStateNode, StateMachine } from 'xstate';

/** Rules no linter can see: they hold for every blueprint: those of `src/machines`, and those of `src/rules`, which the server decides with. */
const modules = import.meta.glob<Record<string, unknown>>('../../src/{machines,rules}/**/*.machine.ts', {
  eager: true,
});

const machines = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported)
    .filter((value) => value instanceof StateMachine)
    .map((machine) => [basename(file, '.machine.ts'), machine, basename(dirname(file))] as const),
);

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

test('the glob found the machines', () => expect(machines.length).toBeGreaterThan(5));

describe.each(machines)('%s', (fileName, machine, feature) => {
  const nodes = nodesOf(machine.root);

  test('has the id of its file', () => expect(machine.id).toBe(fileName));

  test('has a model test that walks every state and transition of it', () => {
    const file = `model-tests/${feature}/${fileName}.model.test.ts`;
    expect(existsSync(file) ? readFileSync(file, 'utf8') : 'no file').toContain('{ states: [], transitions: [] }');
  });

  test('handles the failure of everything it invokes', () => {
    const unhandled = nodes.flatMap((node) =>
      node.invoke
        .filter((invoked) => !invoked.onError)
        .map((invoked) => `${node.id} invokes ${typeof invoked.src === 'string' ? invoked.src : invoked.id}`),
    );
    expect(unhandled).toEqual([]);
  });

  test('names every delay', () => {
    const literal = nodes.flatMap((node) => node.after.filter((t) => typeof t.delay === 'number').map(() => node.id));
    expect(literal).toEqual([]);
  });

  test('names every event with dots', () => {
    const odd = [...new Set(nodes.flatMap((node) => node.ownEvents))].filter(
      (type) => !/^(xstate\..+|\*|[a-z][a-zA-Z]*((\.[a-z][a-zA-Z]*)+|\.\*))$/.test(type),
    );
    expect(odd).toEqual([]);
  });
});
