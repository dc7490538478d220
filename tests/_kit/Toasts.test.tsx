import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { type Toast, Toasts } from '../../src/views/_kit/overlays/Toasts.tsx';
import { click, mount, only } from './mount.ts';

const toast = (id: string): Toast => ({
  id,
  tone: 'good',
  text: `Toast ${id}`,
  action: { label: 'Undo', left: '8 s' },
});

function show(toasts: readonly Toast[]) {
  const calls = { onAction: vi.fn(), onDismiss: vi.fn(), onHold: vi.fn(), onRelease: vi.fn() };
  const render = mount(<Toasts toasts={toasts} {...calls} />);
  return { ...calls, render: (next: readonly Toast[]) => render(<Toasts toasts={next} {...calls} />) };
}

const texts = () => [...document.querySelectorAll('li')].map((item) => item.querySelector('.grow')?.textContent);

describe('the live region', () => {
  test('exists before the first toast, so that the first one is announced', () => {
    const { render } = show([]);
    const region = only('[aria-live=polite]');

    render([toast('a')]);

    expect(only('[aria-live=polite]')).toBe(region);
    expect(region.textContent).toContain('Toast a');
  });

  test('shows the newest three', () => {
    show(['a', 'b', 'c', 'd'].map(toast));

    expect(texts()).toEqual(['Toast b', 'Toast c', 'Toast d']);
  });
});

describe('a toast', () => {
  test('says which one was undone and which one dismissed', () => {
    const { onAction, onDismiss } = show([toast('a')]);

    click(only('.btn'));
    click(only('[aria-label="Dismiss: Toast a"]'));

    expect([onAction.mock.calls, onDismiss.mock.calls]).toEqual([[['a']], [['a']]]);
  });

  test('pauses its timer while focused, and resumes when focus leaves', () => {
    const { onHold, onRelease } = show([toast('a')]);

    act(() => only('.btn').focus());
    act(() => only('.icon-btn').focus());
    expect([onHold.mock.calls.length > 0, onRelease.mock.calls.length]).toEqual([true, 0]);

    act(() => only('.icon-btn').blur());
    expect(onRelease).toHaveBeenCalledTimes(1);
  });
});
