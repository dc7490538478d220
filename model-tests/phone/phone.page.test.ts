import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, SOUND_FLAGS } from '../../tests/_e2e/browser.ts';
import {
  answer,
  button,
  dial,
  end,
  hears,
  openPhone,
  panelOf,
  type PhoneTab,
  says,
  talks,
} from '../../tests/phone/phone-tab.ts';
import { beginPath } from '../_walk/page-path.ts';

let browser: Browser;
let dana: PhoneTab;
let marcus: PhoneTab;

beforeAll(async () => {
  browser = await openBrowser(SOUND_FLAGS);
  const open = (username: string) => openPhone(browser, inject('appUrl'), username);
  [dana, marcus] = await Promise.all([open('agent'), open('manager')]);
});
afterAll(async () => {
  expect([dana, marcus].flatMap(({ faults }) => faults)).toEqual([]);
  await browser.close();
});

/** A path in the page of one person. */
function pathOf(machine: string, { page }: { page: Page }) {
  const path = beginPath(machine);
  return (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
}
const isPressed = ({ page }: PhoneTab, name: string | RegExp, pressed: boolean) =>
  panelOf(page).getByRole('button', { name, pressed }).waitFor();

/** Seconds that the counter shows. */
async function callLength({ page }: PhoneTab): Promise<number> {
  const [minutes = 0, seconds = 0] = (await panelOf(page).getByRole('timer').innerText()).split(':').map(Number);
  return minutes * 60 + seconds;
}

describe('a call between two people', () => {
  test('is dialled, answered, muted, held, taken back and ended', async () => {
    const step = pathOf('call', dana);
    await step('dials somebody', () => dial(dana, marcus.number));
    await step('sees that it rings there', () => button(marcus.page, 'Answer').waitFor());
    await step('they answer: the counter runs', async () => {
      await answer(marcus);
      await Promise.all([talks(dana), talks(marcus)]);
    });
    await step('mutes: the button is pressed once it is so', async () => {
      await button(dana.page, 'Mute').click();
      await isPressed(dana, 'Mute', true);
    });
    await step('speaks again', async () => {
      await button(dana.page, 'Mute').click();
      await isPressed(dana, 'Mute', false);
    });
    await step('puts them on hold: the server says so', async () => {
      await button(dana.page, 'Hold').click();
      await isPressed(dana, 'On hold', true);
    });
    await step('takes them back', async () => {
      await button(dana.page, 'On hold').click();
      await isPressed(dana, 'Hold', false);
    });
    await step('loads the page again: the call goes on, and both hear each other', async () => {
      await dana.context.grantPermissions(['microphone']);
      await dana.page.reload();
      await isPressed(dana, 'Mute', false);
      await expect.poll(() => callLength(dana), { timeout: 10_000 }).toBeGreaterThan(0);
      await button(dana.page, 'Mute').and(dana.page.locator(':not([aria-disabled])')).waitFor();
      await Promise.all([hears(dana), hears(marcus)]);
    });
    await step('hangs up: it is over on both sides', async () => {
      await end(dana);
      await Promise.all([says(dana, 'Call ended'), says(marcus, 'Call ended')]);
    });
  });
});

describe('the panel', () => {
  test('types, refuses, shows what was, an incoming call, its keypad and its end', async () => {
    const { page } = marcus;
    const step = pathOf('panel', marcus);
    await step('puts the last call away: the keypad', async () => {
      await button(page, 'Done').click();
      await button(page, 'star').waitFor();
    });
    await step('types three digits: it says why they cannot be called', async () => {
      await panelOf(page).getByLabel('Number', { exact: true }).fill('911');
      await says(marcus, 'Enter at least 9 digits.');
    });
    await step('looks at recent calls', async () => {
      await panelOf(page).getByRole('tab', { name: 'Recent' }).click();
      await panelOf(page).getByRole('listitem').first().waitFor();
    });
    await step('closes it', async () => {
      await page.keyboard.press('Control+.');
      await panelOf(page).waitFor({ state: 'detached' });
    });
    await step('somebody calls: it opens', async () => {
      await dial(dana, marcus.number);
      await button(page, 'Answer').waitFor();
    });
    await step('answers', async () => {
      await answer(marcus);
      await talks(marcus);
    });
    await step('sends tones', async () => {
      await button(page, 'Keypad').click();
      await button(page, '4').click();
      await panelOf(page).getByText('4', { exact: true }).first().waitFor();
      await button(page, 'Back').click();
    });
    await step('they hang up: it says how it ended', async () => {
      await end(dana);
      await says(marcus, 'The call has ended.');
    });
    await step('puts it away', async () => {
      await button(page, 'Done').click();
      await button(page, 'star').waitFor();
    });
  });
});
