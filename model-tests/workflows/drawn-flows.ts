import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { FlowDefinition, type FlowStep } from '#contract/workflows/definition.contract.ts';
import { machineOf } from '#rules/workflows/flow-machine.ts';
import { parentOf } from '#rules/workflows/flow-steps.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { DEMO_TEMPLATES } from '../../server/features/demo/demo-workflows.sql.ts';

interface DrawnFlow {
  readonly name: string;
  readonly file: string;
  /** Its states are named as a person reads the steps: "Step 3, Send text". */
  readonly machine: AnyStateMachine;
}

const drawn = (name: string, file: string, steps: readonly FlowStep[]): DrawnFlow => {
  const named = (id: string) => (id === '' ? '' : placeWords({ steps: [...steps] }, id));
  const read = steps.map((step) => {
    const branch = step.under.split(':')[1];
    const under = branch === undefined ? '' : `${named(parentOf(step))}:${branch}`;
    return { ...step, id: named(step.id), under };
  });
  return { name, file, machine: machineOf({ steps: read }, `workflow ${name}`) };
};

/** Workflows that people draw: the templates, and those in the folder `WORKFLOW_FILES`, as the editor exports them. */
export function drawnFlows(): DrawnFlow[] {
  const folder = process.env['WORKFLOW_FILES'] ?? '';
  const files = folder === '' ? [] : globSync('*.json', { cwd: folder }).toSorted();
  return [
    ...DEMO_TEMPLATES.map(({ name, steps }) => drawn(name, 'server/features/demo/demo-workflows.sql.ts', steps)),
    ...files.map((file) => {
      const { steps } = FlowDefinition.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
      return drawn(basename(file, '.json'), file, steps);
    }),
  ];
}
