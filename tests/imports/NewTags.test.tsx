import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import { CheckStep } from '../../src/views/imports/steps/CheckStep.tsx';
import { mount } from '../_kit/mount.ts';
import { appAround } from './app-around.tsx';
import { attempt } from './import-fixtures.ts';

const checkOf = (names: string[], count: number) => ({
  rows: 3,
  good: 3,
  problems: 0,
  skipped: 0,
  by_reason: [],
  new_tags: { count, names },
});

test('the check names the tags that the import creates', () => {
  const actor = createActor(importMachine, { input: { id: 41 } });
  const checked = attempt({ status: 'checked', check: checkOf(['VIP', 'T65'], 12) });
  mount(appAround({}).wrap(<CheckStep actor={actor} attempt={checked} rowsRead={0} />));

  expect(document.body.textContent).toContain('The import creates 12 tags');
  expect(document.body.textContent).toContain('VIP, T65 and 10 more');
});

test('the check says when a column would create too many tags', () => {
  const actor = createActor(importMachine, { input: { id: 41 } });
  const checked = attempt({ status: 'checked', check: checkOf(['Note 1'], 4_213) });
  mount(appAround({}).wrap(<CheckStep actor={actor} attempt={checked} rowsRead={0} />));

  expect(document.body.textContent).toContain('The column "Tags" would create 4,213 tags');
  expect(document.body.textContent).toContain('An import can create 200.');
});
