import { expect, test } from 'vitest';
import { ExportDialog } from '../../src/views/exports/ExportDialog.tsx';
import { ExportTool } from '../../src/views/exports/ExportTool.tsx';
import { button, calm, key, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const COUNTED = { data: { count: 214, sentence: 'Mine', at_once: false, changes: [] } };

test('a download is ended by its button, not by Escape', async () => {
  const closed: string[] = [];
  await openDesk(<ExportDialog selection={{ ids: [1] }} onClose={() => closed.push('closed')} />, {
    readSelectedItems: COUNTED,
    exportContacts: () => new Promise<object>(() => undefined),
  });
  click(button('Export'));
  await calm();
  await key('Escape', only('[role=dialog]'));
  expect([closed, document.querySelector('[aria-label=Close]')]).toEqual([[], null]);

  click(button('Cancel the download'));
  await calm();
  await key('Escape', only('[role=dialog]'));
  expect(closed).toEqual(['closed']);
});

test('users without the permission read why', async () => {
  await openDesk(<ExportTool selection={{ ids: [1] }} />, {}, { permissions: [] });

  const tool = button("Export this list: Your role doesn't allow exports.");
  expect(tool.getAttribute('aria-disabled')).toBe('true');
});
