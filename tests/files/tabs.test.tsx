import { act, useState } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContactFile } from '#contract/files.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { ContactTabs } from '../../src/views/contacts/page/ContactTabs.tsx';
import type { ContactTabKey } from '../../src/views/contacts/page/contact-tab-keys.ts';
import { CallFilesTab } from '../../src/views/files/CallFilesTab.tsx';
import { FilesTab } from '../../src/views/files/FilesTab.tsx';
import { UploadsFrame } from '../../src/views/files/UploadsFrame.tsx';
import { type Answer, button, calm, contact, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const AT = '2026-01-05T15:04:00Z';

const file = (differs: Partial<ContactFile> = {}): ContactFile => ({
  id: 5,
  kind: 'file',
  name: 'licence.pdf',
  description: 'Front and back',
  type: 'pdf',
  bytes: 2_516_582,
  state: 'ready',
  failure: '',
  thumb_url: null,
  kept: null,
  user: { id: 1007, name: 'Ana Agent' },
  created_at: AT,
  updated_at: AT,
  ...differs,
});

const pageOf = (files: readonly ContactFile[], total = files.length) => ({
  data: files,
  meta: { current_page: 1, limit: 50, total_count: total, total_pages: Math.ceil(total / 50) },
});

const KINDS = [
  ['files', FilesTab, 'listFiles', 'No files yet', 'Upload files'],
  ['recordings', CallFilesTab, 'listCallFiles', 'No recordings yet', 'Upload recordings'],
] as const;

const open = (Tab: typeof FilesTab, answers: Record<string, Answer>, one = contact()) =>
  openDesk(
    <UploadsFrame contactId={one.id}>
      <Tab contact={one} />
    </UploadsFrame>,
    answers,
  );

const lines = (of: string) => [...document.querySelectorAll(of)].map(({ textContent }) => textContent);

/** Chooses files, as the dialog of the system answers them. */
async function choose(...files: readonly File[]): Promise<void> {
  const input = only<HTMLInputElement>('.files input[type=file]');
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
  await calm();
}

beforeAll(() => import('../../src/views/files/UploadList.tsx'));

describe.each(KINDS)('the %s of a contact', (many, Tab, list, nothing, upload) => {
  test('that are being loaded say so', async () => {
    await open(Tab, { [list]: () => new Promise(() => undefined) });

    expect(only('[aria-busy=true]').getAttribute('aria-label')).toBe(`Loading ${many}`);
  });

  test('that are none say what the place is for and offer the next step', async () => {
    await open(Tab, { [list]: pageOf([]) });

    expect([only('.empty h2').textContent, button(upload).className.includes('primary')]).toEqual([nothing, true]);
  });

  test('that cannot be loaded say so and load again', async () => {
    let fails = true;
    const { asked } = await open(Tab, {
      [list]: () =>
        fails ? new ApiError('forbidden', { code: 'access_denied', message: 'It broke.' }) : pageOf([file()]),
    });
    expect(only('[role=alert]').textContent).toContain(`Couldn't load ${many}`);
    fails = false;
    click(button('Try again'));
    await calm();

    expect([asked(list).length, lines('.file-row .record-name')]).toEqual([2, ['licence.pdf']]);
  });

  test('are listed with size, uploader and check result', async () => {
    await open(Tab, {
      [list]: pageOf([
        file(),
        file({ id: 6, name: 'new.pdf', state: 'checking', description: '' }),
        file({
          id: 7,
          name: 'bad.pdf',
          state: 'infected',
          failure: 'A virus was found in it.',
          user: { id: 9, name: 'Bo Peer' },
        }),
      ]),
    });

    expect(lines('.file-words')).toEqual([
      expect.stringMatching(/^licence\.pdfFront and back2\.4 MB · You, /),
      expect.stringMatching(/^new\.pdf2\.4 MB · You, .*Checking this file\.$/),
      expect.stringMatching(/^bad\.pdfFront and back2\.4 MB · Bo Peer, .*A virus was found in it\.$/),
    ]);
    expect(lines('.file-row .record-name')).toEqual(['licence.pdf']);
  });

  test('that a rule keeps say so, and cannot be deleted', async () => {
    const kept = 'It is kept until 11/21/2032. Recordings are kept (a law).';
    await open(Tab, { [list]: pageOf([file({ kept })]) });

    expect(only('.file-kept').textContent).toBe(kept);
    expect([...document.querySelectorAll('.file-acts button')].map((one) => one.getAttribute('aria-label'))).toEqual([
      'Download licence.pdf',
      'Rename licence.pdf',
    ]);
  });

  test('that are more than a page are gone through', async () => {
    const { asked } = await open(Tab, {
      [list]: pageOf(
        Array.from({ length: 50 }, (_, id) => file({ id })),
        120,
      ),
    });
    click(button('Next page'));
    await calm();

    expect(asked(list).map(({ query }) => query)).toEqual([
      { page: 1, limit: 50 },
      { page: 2, limit: 50 },
    ]);
  });

  test('of a deleted contact are only looked at', async () => {
    await open(Tab, { [list]: pageOf([file()]) }, contact({ deleted_at: AT }));

    expect(
      [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ).toEqual(['licence.pdf', 'Download licence.pdf']);
  });
});

describe('a recording of a call', () => {
  const recording = (differs: Partial<ContactFile> = {}) =>
    file({ kind: 'call', type: 'wav', name: 'Call 1.wav', ...differs });
  const waveform = { data: { seconds: 402, channels: [[1], [0.5]] } };

  test('is played in place', async () => {
    const { asked } = await open(CallFilesTab, { listCallFiles: pageOf([recording()]), readWaveform: waveform });

    expect([asked('readWaveform'), only('.player-place').textContent, button('Play Call 1.wav').tagName]).toEqual([
      [{ params: { id: contact().id, fileId: 5 } }],
      '0:00 of 6:42',
      'BUTTON',
    ]);
  });

  test('is not played before it was checked', async () => {
    await open(CallFilesTab, { listCallFiles: pageOf([recording({ state: 'checking' })]) });

    expect(document.querySelector('.player')).toBeNull();
  });
});

describe('an upload', () => {
  const chosen = () => new File(['a'.repeat(2_048)], 'new.txt');

  test('shows how far it is, and can be given up', async () => {
    const { asked } = await open(FilesTab, { listFiles: pageOf([]), createFile: () => new Promise(() => undefined) });
    await choose(chosen());
    const shown = lines('.file-upload .grow > *');
    const isEmpty = document.querySelector('.empty') !== null;
    click(button('Cancel the upload of new.txt'));
    await calm();

    expect([shown, isEmpty, lines('.file-upload')]).toEqual([['new.txt', '0 KB of 2 KB'], false, []]);
    expect(asked('createFile')).toMatchObject([{ params: { id: contact().id }, body: { kind: 'file' } }]);
  });

  test('continues while another tab of the contact is open', async () => {
    const answer = Promise.withResolvers<object>();
    const Page = () => {
      const [tab, setTab] = useState<ContactTabKey>('files');
      return <ContactTabs contact={contact()} tab={tab} setTab={setTab} aside={null} />;
    };
    const { asked } = await openDesk(<Page />, {
      listFiles: pageOf([]),
      listCallFiles: pageOf([]),
      createFile: () => answer.promise,
    });
    await choose(chosen());
    const [callFiles] = [...document.querySelectorAll<HTMLElement>('[role=tab]')].filter(
      ({ textContent }) => textContent === 'Call files',
    );
    act(() => callFiles?.click());
    await calm();
    const underWay = lines('.file-upload > .grow > .med');
    answer.resolve({ data: file() });
    await calm();

    expect([underWay, lines('.file-upload'), asked('createFile').length]).toEqual([['new.txt'], [], 1]);
  });

  test('reloads the list when complete', async () => {
    let isThere = false;
    await open(FilesTab, {
      listFiles: () => pageOf(isThere ? [file({ name: 'new.txt' })] : []),
      createFile: () => {
        isThere = true;
        return { data: file() };
      },
    });
    await choose(chosen());
    await calm();

    expect([lines('.file-upload'), lines('.file-row .record-name')]).toEqual([[], ['new.txt']]);
  });

  test('that is refused says why, is tried again, and forgotten', async () => {
    const { asked } = await open(CallFilesTab, {
      listCallFiles: pageOf([]),
      createFile: new ApiError('rejected', { code: 'refused', message: 'A recording is an audio file.' }),
    });
    await choose(chosen());
    expect(only('.file-upload [role=alert]').textContent).toBe('new.txtA recording is an audio file.');
    click(button('Try again'));
    await calm();
    click(button('Remove new.txt'));
    await calm();

    expect([asked('createFile').length, lines('.file-upload')]).toEqual([2, []]);
  });
});
