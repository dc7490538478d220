import { expect, test } from 'vitest';
import { bulkWork } from '../../src/machines/bulk/bulk-work.ts';
import { job } from './bulk-fixtures.ts';

const COMMANDS = ['pause', 'resume', 'cancel', 'undo'] as const;

test.each([
  ['queued', 'running', ['cancel']],
  ['processing', 'running', ['cancel']],
  ['cancelling', 'running', []],
  ['undoing', 'running', []],
  ['done', 'ended', ['undo']],
  ['cancelled', 'ended', ['undo']],
  ['failed', 'ended', ['undo']],
  ['undone', 'ended', []],
] as const)('a change that is %s is work that is %s and offers %j', (status, stage, offered) => {
  const work = job({ status });

  expect([bulkWork.stageOf(work), COMMANDS.filter((command) => bulkWork.offers(work, command))]).toEqual([
    stage,
    offered,
  ]);
});

test('there is nothing to undo where nothing was changed', () => {
  const work = job({ status: 'done', counts: { changed: 0, unchanged: 3, refused: 0 } });

  expect(bulkWork.offers(work, 'undo')).toBe(false);
});
