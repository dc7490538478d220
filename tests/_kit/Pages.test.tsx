import { expect, test, vi } from 'vitest';
import { Pages } from '../../src/views/_kit/display/Pages.tsx';
import { click, mount, only } from './mount.ts';

const buttons = () => [...document.querySelectorAll('button')].map(({ disabled }) => !disabled);

test('a list of one page has no footer', () => {
  mount(<Pages page={1} limit={25} total={25} onPage={() => {}} />);

  expect(document.querySelector('footer')).toBeNull();
});

test('a page says which rows it shows, and turns both ways', () => {
  const onPage = vi.fn();
  mount(<Pages page={2} limit={25} total={51} onPage={onPage} />);

  expect(only('footer').textContent).toBe('26–50 of 51');
  click(only('[aria-label="Previous page"]'));
  click(only('[aria-label="Next page"]'));
  expect(onPage.mock.calls).toEqual([[1], [3]]);
});

test('the first page turns forward only', () => {
  mount(<Pages page={1} limit={25} total={26} onPage={() => {}} />);

  expect(buttons()).toEqual([false, true]);
});

test('the last page says how many rows there are, and turns back only', () => {
  mount(<Pages page={2} limit={25} total={26} onPage={() => {}} />);

  expect(only('footer').textContent).toBe('26–26 of 26');
  expect(buttons()).toEqual([true, false]);
});
