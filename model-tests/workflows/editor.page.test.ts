import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Flow } from '#contract/workflows.contract.ts';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { type Hand, walkPage } from '../_walk/walk-page.ts';
import { callFrom } from '../session/two-factor-person.ts';
import { editorPageModel, WORDS } from './editor-page.model.ts';

const FLOWS = '/v1/workflow/wf_flows';

let browser: Browser;
let admin: Tab;
beforeAll(async () => {
  browser = await openBrowser();
  admin = await openTab(browser, inject('appUrl'));
  await signInAs(admin.page, 'admin');
});
afterAll(() => browser.close());

let named = 0;

/** An administrator in the editor of a workflow without steps. */
async function begin(): Promise<Hand> {
  const { page } = admin;
  const made = await callFrom<{ data: Flow }>(page, 'POST', FLOWS, { name: `Walk ${(named += 1)}` });
  const { id, definition } = made.data;
  await page.goto(`/workflows/${id}`);
  const steps = page.locator('.flow-step');
  const words = page.getByLabel('Text', { exact: true });
  const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const body = (is: string) => expect.poll(() => words.inputValue()).toBe(is);
  const stored = () => status('Draft saved');
  const shows = async (is: string) => {
    await stored();
    await body(is);
  };
  const read = async () => (await callFrom<{ data: Flow }>(page, 'GET', `${FLOWS}/${id}`)).data;
  await steps.first().waitFor();
  return {
    page,
    moves: {
      'adds a text': async () => {
        await page.getByRole('button', { name: 'Add step at the end' }).press('Enter');
        await page.getByRole('menuitem', { name: 'Send text' }).press('Enter');
      },
      'types the text': () => words.fill(WORDS),
      undoes: () => steps.nth(1).press('Control+z'),
      redoes: () => steps.nth(1).press('Control+Shift+z'),
      'types while the line is down': async () => {
        await page.route(`**${FLOWS}/${id}`, (route) =>
          route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.continue(),
        );
        await words.fill(WORDS);
      },
      'tries again': async () => {
        await page.unroute(`**${FLOWS}/${id}`);
        await page.getByRole('button', { name: 'Try again' }).click();
      },
      'types, and someone else was faster': async () => {
        const { version } = await read();
        await callFrom(page, 'PATCH', `${FLOWS}/${id}`, { definition, version });
        await words.fill(WORDS);
      },
    },
    screens: {
      'a text without words': () => shows(''),
      'a text whose words were undone': () => shows(''),
      'a text': () => shows(WORDS),
      "a draft that isn't stored": () => status("Couldn't save the draft"),
      'a draft of someone else': () => status('Changed elsewhere'),
    },
    end: async (moves) => {
      const last = moves.at(-1)?.to ?? '';
      const [step] = (await read()).definition.steps;
      const text = step?.kind === 'text' ? step.body : null;
      if (last.includes('someone else')) expect(text).toBeNull();
      else if (!last.includes("isn't stored")) expect(text).toBe(last === 'a text' ? WORDS : text);
      await page.unrouteAll();
    },
  };
}

test('the editor shows and stores what its machine says, and never overwrites the draft of someone else', async () => {
  const { missing } = await walkPage(editorPageModel, { of: 'editor', begin });

  expect(missing.states).toEqual([]);
}, 300_000);
