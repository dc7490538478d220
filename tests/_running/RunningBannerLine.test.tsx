import { FileUp } from 'lucide-react';
import { expect, test } from 'vitest';
import { type BannerLine, RunningBannerLine } from '../../src/views/_running/RunningBannerLine.tsx';
import { click, mount, only } from '../_kit/mount.ts';

const running = (differs: Partial<BannerLine> = {}): BannerLine => ({
  key: 'import 41',
  since: '2026-11-20T09:00:00.000Z',
  icon: FileUp,
  title: 'leads.csv',
  progress: { done: 10, total: 20, state: 'running', text: '10 of 20 rows' },
  detail: '5 s left',
  open: { href: '/imports/41', label: 'Open' },
  ...differs,
});
const show = (lines: readonly BannerLine[], onDismiss = () => undefined) =>
  mount(<RunningBannerLine running={lines} onDismiss={onDismiss} />);

test('the line tells of the work that began last, and counts the rest', () => {
  show([
    running(),
    running({
      key: 'bulk 51',
      since: '2026-11-20T09:05:00.000Z',
      title: 'Add the tag hot',
      open: { href: '/contacts/bulk/51', label: 'Open' },
    }),
  ]);

  expect(only('.banner').textContent).toBe('Add the tag hot10 of 20 rows, 5 s left, 1 more runningOpen');
  expect(only('.banner a').getAttribute('href')).toBe('/contacts/bulk/51');
});

test('a single work has no count', () => {
  show([running()]);

  expect(only('.banner').textContent).toBe('leads.csv10 of 20 rows, 5 s leftOpen');
});

test('nothing shows where nothing runs', () => {
  show([]);

  expect(document.querySelector('.banner')).toBeNull();
});

test('one press dismisses all of it', () => {
  let dismissals = 0;
  show([running(), running({ key: 'bulk 51' })], () => void (dismissals += 1));

  click(only('[aria-label="Dismiss: leads.csv"]'));

  expect(dismissals).toBe(1);
});
