import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import { CheckStep } from '../../src/views/imports/steps/CheckStep.tsx';
import { RunHead } from '../../src/views/imports/steps/RunHead.tsx';
import { mount } from '../_kit/mount.ts';
import { appAround } from './app-around.tsx';
import { attempt } from './import-fixtures.ts';

const check = { rows: 3, good: 3, problems: 0, skipped: 0, by_reason: [] };
const consents = { opt_outs: 1_200, opt_ins: 1, kept_out: 2 };
const NOT_ADDED = '2 opt-ins not added: the person, or someone with the same number or address, has opted out.';

test('the check counts opt-outs and opt-ins to add, and the opt-ins that are not', () => {
  const actor = createActor(importMachine, { input: { id: 41 } });
  const checked = attempt({ status: 'checked', check: { ...check, consents } });
  mount(appAround({}).wrap(<CheckStep actor={actor} attempt={checked} rowsRead={0} />));

  expect(document.body.textContent).toContain('The import adds 1,200 opt-outs and 1 opt-in');
  expect(document.body.textContent).toContain(NOT_ADDED);
});

test('the result counts what was added, and an undone import what was retracted', () => {
  mount(appAround({}).wrap(<RunHead attempt={attempt({ status: 'done', consents })} zone="America/New_York" />));
  expect(document.body.textContent).toContain('The import added 1,200 opt-outs and 1 opt-in');

  const undo = { removed: 3, put_back: 0, kept: 0, consents: { opt_outs: 1_200, opt_ins: 1 } };
  mount(
    appAround({}).wrap(<RunHead attempt={attempt({ status: 'undone', consents, undo })} zone="America/New_York" />),
  );
  expect(document.body.textContent).toContain('Retracted: 1,200 opt-outs and 1 opt-in.');
});
