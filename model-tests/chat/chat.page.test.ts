import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CHAT_TEXTS } from '#contract/chat.contract.ts';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { callFrom } from '../session/two-factor-person.ts';
import { beginPath } from '../_walk/page-path.ts';
import { walkMoves } from '../_walk/walk-moves.ts';
import { trace, walk } from '../_walk/walk.ts';
import { chatPageModel } from './chat-page.model.ts';

/** Start of every path. */
const START = 'MAX is folded';
/** The page that the answer leads to, and one to come from. */
const [THERE, ELSEWHERE] = ['/imports', '/calls'];

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A user of MAX: makes the model's moves on the page, and checks the model's expectations. */
function person({ page }: Tab) {
  const panel = page.getByRole('region', { name: 'Ask MAX', exact: true });
  const launcher = page.getByRole('button', { name: 'Ask MAX', expanded: false });
  const button = (name: RegExp | string) => panel.getByRole('button', { name });
  const message = panel.getByLabel('Message');
  const leaving = panel.getByRole('group', { name: 'Opening a page' });
  const say = async (text: string) => {
    await message.fill(text);
    await button('Send').click();
  };
  const away = (path: string) =>
    page.route(`**/v1/chat/${path}`, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  const isThere = () => page.waitForURL(new RegExp(`${THERE}$`, 'u'));
  let session = 0;
  page.on('response', async (response) => {
    if (!response.url().endsWith('/start_session') || response.status() !== 200) return;
    session = ((await response.json()) as { session: { id: number } }).session.id;
  });

  const moves: Readonly<Record<string, () => Promise<unknown>>> = {
    'opens it': () => page.keyboard.press('Control+,'),
    'begins to talk': () => button(/^System Help/u).click(),
    'begins, and the server is away': async () => {
      await away('start_session');
      await button(/^System Help/u).click();
    },
    'goes on': () => button('Continue: System Help').click(),
    'asks how something is done': () => say('How do I import a file?'),
    'asks to be taken there': async () => {
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await page.waitForURL(new RegExp(`${ELSEWHERE}$`, 'u'));
      await say('Take me there');
    },
    'asks, and the server is away': async () => {
      await away('send_message');
      await say('How do I undo an import?');
    },
    'tries again': () => button('Try again').click(),
    'waits until it opens': async () => {
      await leaving.getByText('Opening in 3 seconds.').waitFor();
      await isThere();
    },
    'opens it at once': async () => {
      await button('Open now').click();
      await isThere();
    },
    'stays here': () => button('Stay here').click(),
    'types something': async () => {
      await message.pressSequentially('and');
      await leaving.waitFor({ state: 'detached' });
      await message.fill('');
    },
    'folds it': () => button('Minimize MAX').click(),
    'goes back': () =>
      button(/^(Back|Start a new conversation)$/u)
        .last()
        .click(),
    'ends it': () => button('End session').click(),
    'ends it, and the server is away': async () => {
      await away('end_session');
      await button('End session').click();
    },
    'it ends elsewhere': () => callFrom(page, 'POST', '/v1/chat/end_session', { session_id: session }),
    'loads the page anew': () => page.reload(),
  };
  const alert = panel.getByRole('alert');
  const isAnswered = () => panel.locator('.talk-log > :last-child:not(.say)').waitFor();
  const screens: Readonly<Record<string, () => Promise<unknown>>> = {
    folded: () => launcher.waitFor(),
    'folded, with a conversation': () => launcher.waitFor(),
    'the picker': () => button(/^System Help/u).waitFor(),
    'the picker, with a conversation': () => button('Continue: System Help').waitFor(),
    'the picker, alerted': () => alert.getByText(/^(Couldn't end the conversation|Failed to start)/u).waitFor(),
    begun: () => panel.getByText('Active', { exact: true }).waitFor(),
    answered: async () => {
      await isAnswered();
      await leaving.waitFor({ state: 'detached' });
      await button('Try again').waitFor({ state: 'detached' });
    },
    'a page opens soon': () => leaving.waitFor(),
    failed: () => alert.getByText(CHAT_TEXTS.sendFailed).waitFor(),
    over: () => panel.getByText('Inactive', { exact: true }).waitFor(),
  };
  return {
    say,
    leaving,
    button,
    make: (move: string) => moves[move]?.() ?? Promise.reject(new Error(`cannot ${move}`)),
    see: (screen: string) => screens[screen]?.() ?? Promise.reject(new Error(`nobody knows the screen ${screen}`)),
  };
}

test('every way through MAX shows what the machine says', async () => {
  const { paths, edges } = await walk(chatPageModel, { onPage: true });
  const walked = new Set<string>();

  for (const { moves } of paths) {
    const tab = await openTab(browser, inject('appUrl'));
    await signInAs(tab.page, 'agent');
    const { make, see } = person(tab);
    const path = beginPath('chat');
    const told = await trace(chatPageModel, { start: START, moves: moves.map(({ move }) => move) });
    await path.step(START, tab.page, () => see('folded'), told.steps[0]);
    await walkMoves(moves, { page: tab.page, path, steps: told.steps, make, see });
    for (const { from, move } of moves) walked.add(`${from} ${move}`);
    expect(tab.faults).toEqual([]);
    path.end();
    await tab.close();
  }

  expect(walked.size).toBe(edges.length);
}, 180_000);

test('a search opens the list after three seconds, a draft the e-mail page after two, each with what was meant', async () => {
  const tab = await openTab(browser, inject('appUrl'));
  const { page } = tab;
  await signInAs(page, 'agent');
  const { make, see, say, leaving, button } = person(tab);
  const path = beginPath('departure');
  const step = (does: string, act: () => Promise<unknown>) => path.step(does, page, act);
  const opens = async (seconds: number, address: RegExp) => {
    await leaving.getByText(`Opening in ${seconds} seconds.`).waitFor();
    await page.waitForURL(address);
  };

  await step('asks for people', async () => {
    await see('folded');
    await make('opens it');
    await button(/^Contact Search/u).click();
    await say('people in Texas');
  });
  await step('waits: the list opens with them', () => opens(3, /\/contacts\?.*state.*TX/u));
  await step('asks for a draft', async () => {
    await button('Back').click();
    await button(/^Create E-mail/u).click();
    await say('a happy birthday e-mail');
  });
  await step('waits: the e-mail page opens with it', async () => {
    await opens(2, /\/admin\/email-management\/new$/u);
    await page.getByLabel('Subject').and(page.locator('input:not([value=""])')).waitFor();
  });
  expect(tab.faults).toEqual([]);
  await tab.close();
});
