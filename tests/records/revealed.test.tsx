import { Activity, act } from 'react';
import { expect, test } from 'vitest';
import { useRevealed } from '../../src/views/records/use-revealed.ts';
import { click, mount, only } from '../_kit/mount.ts';

function Sealed() {
  const { value, show } = useRevealed<string>(30_000);
  return (
    <button type="button" onClick={() => show('219-09-9998')}>
      {value ?? 'hidden'}
    </button>
  );
}

test('a number in clear is hidden when its tab is left, and stays so when the tab comes back', async () => {
  const tab = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Sealed />
    </Activity>
  );
  const render = mount(tab('visible'));
  click(only('button'));
  expect(only('button').textContent).toBe('219-09-9998');

  render(tab('hidden'));
  await act(async () => {});
  render(tab('visible'));

  expect(only('button').textContent).toBe('hidden');
});
