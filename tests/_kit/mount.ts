import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const roots: Root[] = [];

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  document.body.replaceChildren();
});

/** Renders into the document; the returned function renders again in the same place. */
export function mount(first: ReactNode): (next: ReactNode) => void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  roots.push(root);
  const render = (next: ReactNode) => act(() => root.render(next));
  render(first);
  return render;
}

/** The one element that fits; none or several fail the test. */
export function only<Found extends Element = HTMLElement>(selector: string): Found {
  const found = [...document.querySelectorAll<Found>(selector)];
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} elements for ${selector}`);
  return found[0];
}

export const click = (element: HTMLElement): void => act(() => element.click());

export const press = (element: Element, key: string): void =>
  act(() => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    element.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, cancelable: true }));
  });

/** Replaces the value as a person's typing would. */
export const type = (input: HTMLInputElement | HTMLTextAreaElement, value: string): void =>
  act(() => {
    const { prototype } = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

/** Lets promises and effects that follow them settle. */
export const settle = (): Promise<void> => act(async () => {});
