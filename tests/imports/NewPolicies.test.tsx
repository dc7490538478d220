import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import { CheckStep } from '../../src/views/imports/steps/CheckStep.tsx';
import { mount } from '../_kit/mount.ts';
import { appAround } from './app-around.tsx';
import { attempt } from './import-fixtures.ts';

const check = { rows: 3, good: 3, problems: 0, skipped: 0, by_reason: [] };

test('the check counts the policies that the import adds, and names their carriers', () => {
  const actor = createActor(importMachine, { input: { id: 41 } });
  const new_policies = { count: 1_200, carriers: 3, names: ['Aetna', 'Humana'] };
  const checked = attempt({ status: 'checked', check: { ...check, new_policies } });
  mount(appAround({}).wrap(<CheckStep actor={actor} attempt={checked} rowsRead={0} />));

  expect(document.body.textContent).toContain('The import adds 1,200 policies');
  expect(document.body.textContent).toContain('Aetna, Humana and 1 more carrier');
});
