import { act, useRef, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { AlertDialog } from '../../src/views/_kit/overlays/AlertDialog.tsx';
import { Dialog } from '../../src/views/_kit/overlays/Dialog.tsx';
import { Menu } from '../../src/views/_kit/overlays/Menu.tsx';
import { click, mount, only, press } from './mount.ts';

/** react-aria gives the focus back in an animation frame. */
const nextFrame = () => act(() => new Promise<void>((done) => requestAnimationFrame(() => done())));

function WithDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        Columns
      </button>
      <Dialog title="Columns" open={open} onClose={() => setOpen(false)}>
        <input id="inside" aria-label="Name" />
      </Dialog>
    </>
  );
}

describe('a dialog', () => {
  test('takes the focus, and Escape gives it back to what opened it', async () => {
    mount(<WithDialog />);
    only('#opener').focus();

    click(only('#opener'));
    await nextFrame();
    expect(only('[role=dialog]').contains(document.activeElement)).toBe(true);

    press(document.activeElement ?? document.body, 'Escape');
    await nextFrame();
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(document.activeElement).toBe(only('#opener'));
  });

  test('is named by its title', () => {
    mount(<WithDialog />);

    click(only('#opener'));

    const name = only('[role=dialog]').getAttribute('aria-labelledby') ?? '';
    expect(document.getElementById(name)?.textContent).toBe('Columns');
  });
});

describe('a question', () => {
  test('puts the focus on what does no harm', async () => {
    mount(
      <AlertDialog
        title="Delete 4?"
        open
        destructive
        confirmLabel="Delete 4"
        cancelLabel="Keep contacts"
        onConfirm={() => {}}
        onCancel={() => {}}
      >
        <p>They can be restored.</p>
      </AlertDialog>,
    );
    await nextFrame();

    expect(document.activeElement?.textContent).toBe('Keep contacts');
    expect(only('[role=alertdialog]').textContent).toContain('They can be restored.');
  });
});

function WithMenu({ onSelect }: { onSelect: (key: string) => void }) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" id="opener" ref={trigger} onClick={() => setOpen(true)}>
        More
      </button>
      <Menu
        label="More"
        open={open}
        trigger={trigger}
        onClose={() => setOpen(false)}
        onSelect={onSelect}
        entries={[
          { key: 'rename', label: 'Rename' },
          { key: 'merge', label: 'Merge', refusal: 'Choose two' },
        ]}
      />
    </>
  );
}

describe('a menu', () => {
  test('does the chosen thing once and closes', async () => {
    const onSelect = vi.fn();
    mount(<WithMenu onSelect={onSelect} />);
    click(only('#opener'));
    await nextFrame();

    click(only('[role=menuitem]:not([aria-disabled])'));
    await nextFrame();

    expect(onSelect.mock.calls).toEqual([['rename']]);
    expect(document.querySelector('[role=menu]')).toBeNull();
  });

  test('says in words what cannot be done', async () => {
    mount(<WithMenu onSelect={() => {}} />);
    click(only('#opener'));
    await nextFrame();

    expect(only('[role=menuitem][aria-disabled=true]').textContent).toBe('MergeChoose two');
  });
});
