import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { InlineEdit } from '../../src/views/_kit/controls/InlineEdit.tsx';
import { click, mount, only, press, settle, type } from './mount.ts';

function edit(props: Partial<Parameters<typeof InlineEdit>[0]> = {}) {
  const onSave = vi.fn();
  const render = mount(<InlineEdit label="city" value="Austin" onSave={onSave} {...props} />);
  return { onSave, render };
}

const open = () => {
  click(only('.edit-value'));
  return only<HTMLInputElement>('input');
};

describe('a value', () => {
  test('opens as a field with the whole value selected', () => {
    edit();

    const input = open();

    expect(document.activeElement).toBe(input);
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6]);
  });

  test('is only text when it may not be changed', () => {
    edit({ readOnly: true });

    expect(document.querySelector('button')).toBeNull();
  });

  test('opens with the text that could not be saved', () => {
    edit({ unsaved: 'Asutin', error: 'The server did not answer' });

    expect(open().value).toBe('Asutin');
    expect(only('output').textContent).toBe('The server did not answer');
  });
});

describe('editing', () => {
  test('saves once on Enter and gives the focus back', async () => {
    const { onSave } = edit();
    const input = open();

    type(input, ' Dallas ');
    press(input, 'Enter');
    await settle();

    expect(onSave.mock.calls).toEqual([['Dallas']]);
    expect(document.activeElement).toBe(only('.edit-value'));
  });

  test('returns to the value on Escape', async () => {
    const { onSave } = edit();
    const input = open();

    type(input, 'Dallas');
    press(input, 'Escape');
    await settle();

    expect(onSave.mock.calls).toEqual([]);
    expect(only('.edit-value').textContent).toContain('Austin');
  });

  test('saves on leaving', () => {
    const { onSave } = edit();
    const input = open();

    type(input, 'Dallas');
    act(() => input.blur());

    expect(onSave.mock.calls).toEqual([['Dallas']]);
  });

  test('saves nothing when nothing was changed', () => {
    const { onSave } = edit();

    press(open(), 'Enter');

    expect(onSave.mock.calls).toEqual([]);
  });

  test('saves nothing when only the value changed under it', () => {
    const { onSave, render } = edit();
    const input = open();
    render(<InlineEdit label="city" value="Dallas" onSave={onSave} />);
    press(input, 'Enter');

    expect(onSave.mock.calls).toEqual([]);
  });

  test('keeps Escape to itself, so that a dialog around it stays open', () => {
    const heard = vi.fn();
    mount(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog
      <div onKeyDown={heard}>
        <InlineEdit label="city" value="Austin" onSave={() => {}} />
      </div>,
    );

    press(open(), 'Escape');

    expect(heard).not.toHaveBeenCalled();
  });
});
