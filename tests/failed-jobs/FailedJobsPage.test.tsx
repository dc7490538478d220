import { expect, test } from 'vitest';
import { FailedJobsPage } from '../../src/views/failed-jobs/FailedJobsPage.tsx';
import { click } from '../_kit/mount.ts';
import { button, calm, openDesk } from '../contacts/contacts-desk.tsx';

const META = { current_page: 1, limit: 50, total_count: 2, total_pages: 1 };
const job = (id: string, kind: string, subject: number | null) => ({
  id: `7e0b7a52-0000-4000-8000-00000000000${id}`,
  kind,
  subject_id: subject,
  reason: 'The storage is full.',
  attempts: 7,
  failed_at: '2026-03-04T17:00:00.000Z',
});
const TWO = { data: [job('1', 'imports.run', 12), job('2', 'duplicates.check', null)], meta: META };
const NONE = { data: [], meta: { ...META, total_count: 0, total_pages: 0 } };

test('names each failed job, links to its work, and retries one', async () => {
  let left: object = TWO;
  const asked: unknown[] = [];
  await openDesk(<FailedJobsPage />, {
    listFailedJobs: () => left,
    retryFailedJob: (args: { params: object }) => {
      asked.push(args.params);
      left = NONE;
      return {};
    },
  });

  expect(document.querySelector('tbody a')?.getAttribute('href')).toBe('/imports/12');
  expect(document.body.textContent).toContain('Duplicate check');
  click(button('Retry Import 12'));
  await calm();

  expect(asked).toEqual([{ jid: TWO.data[0]?.id }]);
  expect(document.body.textContent).toContain('No failed jobs');
});

test('retries all', async () => {
  const asked: string[] = [];
  await openDesk(<FailedJobsPage />, {
    listFailedJobs: TWO,
    retryFailedJobs: () => {
      asked.push('all');
      return { data: { retried: 2 } };
    },
  });
  click(button('Retry all'));
  await calm();

  expect(asked).toEqual(['all']);
});
