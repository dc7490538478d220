import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Stops that reach any control of a page; more of them means that Tab does not reach it. */
const MAX_STOPS = 150;

/** Milliseconds until a control is there to be gone to. Ours. */
const DRAWN_MS = 12_000;

/** Focused element, as a keyboard user knows it. */
interface Focus {
  readonly name: string;
  readonly isInView: boolean;
}

/** A person who has only a keyboard: every way is a key, and the focus is in view after each. */
export class Hands {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab until the focus is on it, once it is rendered: before that, keys have no effect. */
  async tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect.poll(() => this.#names(), { timeout: DRAWN_MS }).toContainEqual(expect.stringMatching(name));
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      const focus = await this.focus();
      if (name.test(focus.name)) {
        await this.isOn(name);
        return;
      }
      await this.press(key);
    }
    throw new Error(`${name} is not reached by ${key}; the focus is on “${(await this.focus()).name}”`);
  }

  /** Goes there by Tab and presses it. */
  async use(name: RegExp, key = 'Enter'): Promise<void> {
    await this.tabTo(name);
    await this.press(key);
  }

  /** The focus comes here by itself, and is in view. */
  async isOn(name: RegExp): Promise<void> {
    await expect.poll(() => this.focus()).toEqual({ name: expect.stringMatching(name), isInView: true });
  }

  focus(): Promise<Focus> {
    return this.#page.evaluate(readControls, '').then(([focus = NOWHERE]) => focus);
  }

  /** Of all focusable elements. */
  #names(): Promise<string[]> {
    return this.#page.evaluate(readControls, CONTROLS).then((controls) => controls.map(({ name }) => name));
  }
}

const NOWHERE: Focus = { name: '', isInView: false };

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Runs in the page: what the selector finds; without one, where the focus is. */
function readControls(selector: string): Focus[] {
  const found = selector === '' ? [document.activeElement] : [...document.querySelectorAll(selector)];
  return found
    .filter((element) => element instanceof HTMLElement)
    .filter((element) => element !== document.body)
    .map((element) => ({ name: nameOf(element).trim(), isInView: isInView(element) }));

  function nameOf(element: HTMLElement): string {
    if (element.id === 'main') return 'the page';
    return (
      element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? shown(element)
    );
  }

  function shown(element: HTMLElement): string {
    const copy = element.cloneNode(true) as HTMLElement;
    const hidden = [...element.querySelectorAll('span')].map((part) => !part.checkVisibility());
    for (const [at, part] of [...copy.querySelectorAll('span')].entries()) if (hidden[at]) part.remove();
    return copy.textContent;
  }

  function isInView(element: HTMLElement): boolean {
    const seenAs = element.closest('label') ?? element;
    const box = seenAs.getClientRects()[0] ?? element.getBoundingClientRect();
    // The middle of what is larger than the window may lie outside.
    const middle = (from: number, size: number, room: number) => (size > room ? room / 2 : from + size / 2);
    const there = document.elementFromPoint(
      middle(box.left, box.width, innerWidth),
      middle(box.top, box.height, innerHeight),
    );
    return there !== null && seenAs.contains(there);
  }
}
