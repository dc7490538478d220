import { describe, expect, test } from 'vitest';
// Loaded already when the dialog asks for it.
import '../../src/actors/page-machines.ts';
import type { BulkAction } from '#contract/bulk.contract.ts';
import { BulkDialog } from '../../src/views/bulk/BulkDialog.tsx';
import { click, only, type as write } from '../_kit/mount.ts';
import { button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { check, job } from './bulk-fixtures.ts';

const TAGS = {
  data: [
    { id: 3, name: 'hot' },
    { id: 4, name: 'Do not call' },
  ].map((tag) => ({ ...tag, color: 'grey' })),
};
const checked = { ...check(), opt_outs: 180 };

async function open(action: BulkAction, who: object = {}) {
  const desk = await openDesk(
    <BulkDialog
      selection={{ ids: [1, 2] }}
      count={226}
      sentence="Mine"
      action={action}
      onClose={() => undefined}
      onStarted={() => undefined}
    />,
    {
      listTags: TAGS,
      readSelectedItems: { data: { sentence: 'Mine', count: 226, first: [], checks: [checked] } },
      updateTagsOfGroup: { data: { ids: null, job: job(), check: null } },
      recordDoNotCallOfGroup: { data: { ids: null, job: job(), check: null } },
    },
    who,
  );
  await calm();
  return desk;
}

const boxOf = (label: string) =>
  [...document.querySelectorAll<HTMLLabelElement>('label.check-line')]
    .find(({ textContent }) => textContent === label)
    ?.querySelector('input');
const tick = async (label: string) => {
  const box = boxOf(label);
  if (!box) throw new Error(`there is no checkbox "${label}"`);
  click(box);
  await calm();
};
const lines = () => [...document.querySelectorAll('.bulk-check li')].map(({ textContent }) => textContent);
const note = () => document.querySelector('.note')?.textContent ?? '';

describe('a tag that means Do Not Call', () => {
  test('also records it, unless the user decides otherwise', async () => {
    const { asked } = await open('tags');
    await tick('hot');
    expect(boxOf('Also record Do Not Call')).toBeUndefined();
    await tick('Do not call');

    expect(boxOf('Also record Do Not Call')?.checked).toBe(true);
    expect(note()).toContain('Sales calls and texts to these contacts are blocked immediately.');
    expect(lines()).toEqual([
      '214 contacts change.',
      'Do Not Call is recorded for 180 of them.',
      '12 already up to date.',
    ]);
    click(button('Change 214'));
    await calm();
    expect(asked('updateTagsOfGroup')).toEqual([
      { body: { ids: [1, 2], tag_ids: [3, 4], mode: 'add', do_not_call: true } },
    ]);
  });

  test('without it says that calls stay allowed', async () => {
    const { asked } = await open('tags');
    await tick('Do not call');
    await tick('Also record Do Not Call');
    expect(note()).toContain('Calls stay allowed.');
    click(button('Change 214'));
    await calm();
    expect(asked('updateTagsOfGroup')).toEqual([{ body: { ids: [1, 2], tag_ids: [4], mode: 'add' } }]);
  });
});

describe('Do Not Call', () => {
  test('is counted when the dialog opens, and starts once it is known how', async () => {
    const { asked } = await open('do_not_call');
    expect(lines()).toEqual(['214 contacts get Do Not Call.', '12 already opted out.']);
    expect(button('Record for 214, Enter the evidence').getAttribute('aria-disabled')).toBe('true');

    write(only<HTMLTextAreaElement>('textarea'), 'List of November');
    await calm();
    expect(asked('readSelectedItems').length).toBe(1);
    click(button('Record for 214'));
    await calm();
    expect(asked('recordDoNotCallOfGroup')).toEqual([
      { body: { ids: [1, 2], channels: ['call'], source: 'other', evidence: 'List of November' } },
    ]);
  });

  test('of calls includes texts; e-mail is a choice of its own', async () => {
    await open('do_not_call');
    expect([boxOf('Text messages')?.checked, boxOf('Text messages')?.disabled]).toEqual([true, true]);
    await tick('E-mail');
    expect(lines()[0]).toBe('214 contacts get Do Not Call and an e-mail opt-out.');
    await tick('Calls');
    expect([boxOf('Text messages')?.checked, note()]).toEqual([
      false,
      expect.stringContaining('Marketing e-mail to these contacts is blocked immediately.'),
    ]);
    await tick('E-mail');
    expect(lines()).toEqual([]);
  });
});
