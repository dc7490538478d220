import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Stops that reach any control of a page; more of them means that Tab does not reach it. */
const MAX_STOPS = 150;

/** Where the focus is, as somebody without a mouse knows it. */
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

  /** Goes on by Tab until the focus is on it. */
  async tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      const focus = await this.focus();
      if (name.test(focus.name)) {
        expect(focus).toEqual({ name: focus.name, isInView: true });
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
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isInView: false };
      const label = (element as HTMLInputElement).labels?.[0]?.textContent;
      const shown = () => {
        const copy = element.cloneNode(true) as HTMLElement;
        const hidden = [...element.querySelectorAll('span')].map((part) => !part.checkVisibility());
        for (const [at, part] of [...copy.querySelectorAll('span')].entries()) if (hidden[at]) part.remove();
        return copy.textContent;
      };
      const name = element.id === 'main' ? 'the page' : (element.getAttribute('aria-label') ?? label ?? shown());
      const box = (element.closest('label') ?? element).getClientRects()[0] ?? element.getBoundingClientRect();
      // The middle of what is larger than the window may lie outside.
      const middle = (from: number, size: number, room: number) => (size > room ? room / 2 : from + size / 2);
      const there = document.elementFromPoint(
        middle(box.left, box.width, innerWidth),
        middle(box.top, box.height, innerHeight),
      );
      const seenAs = element.closest('label') ?? element;
      return { name: name.trim(), isInView: there !== null && seenAs.contains(there) };
    });
  }
}
