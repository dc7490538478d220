import { describe, expect, test, vi } from 'vitest';
import { Checkbox } from '../../src/views/_kit/controls/Checkbox.tsx';
import { click, mount, only } from './mount.ts';

const box = () => only<HTMLInputElement>('input');

describe('some', () => {
  test('is mixed for those who hear it and drawn as indeterminate', () => {
    mount(<Checkbox aria-label="All" checked="some" />);

    expect([box().getAttribute('aria-checked'), box().indeterminate, box().checked]).toEqual(['mixed', true, false]);
  });

  test('becomes all on a click', () => {
    const onCheckedChange = vi.fn();
    mount(<Checkbox aria-label="All" checked="some" onCheckedChange={onCheckedChange} />);

    click(box());

    expect(onCheckedChange.mock.calls).toEqual([[true]]);
  });

  test('is no longer mixed once all are selected', () => {
    const render = mount(<Checkbox aria-label="All" checked="some" />);

    render(<Checkbox aria-label="All" checked />);

    expect([box().getAttribute('aria-checked'), box().indeterminate, box().checked]).toEqual(['true', false, true]);
  });
});

test('all becomes none on a click', () => {
  const onCheckedChange = vi.fn();
  mount(<Checkbox aria-label="All" checked onCheckedChange={onCheckedChange} />);

  click(box());

  expect(onCheckedChange.mock.calls).toEqual([[false]]);
});
