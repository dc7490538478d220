import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SoaDetail, SoaStatus } from '#contract/soa.contract.ts';
import { STATUS_WORDS } from '#rules/soa/soa-words.ts';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { type Hand, walkPage } from '../_walk/walk-page.ts';
import { screenIn } from '../_walk/walk-moves.ts';
import { callFrom } from '../session/two-factor-person.ts';
import { soaPageModel } from './soa-page.model.ts';

let browser: Browser;
let agent: Tab;
let person: Tab;
let contactId = 0;
beforeAll(async () => {
  browser = await openBrowser();
  agent = await openTab(browser, inject('appUrl'), { width: 1440, height: 900 });
  person = await openTab(browser, inject('appUrl'), { width: 390, height: 844 });
  await signInAs(agent.page, 'agent');
  const contact = { first_name: 'Rosa', last_name: 'Abernathy' };
  const { data } = await callFrom<{ data: { id: number } }>(agent.page, 'POST', '/v1/contacts', { contact });
  contactId = data.id;
});
afterAll(() => browser.close());

const ask = async (method: string, path: string, body?: object): Promise<SoaDetail> =>
  (await callFrom<{ data: SoaDetail }>(agent.page, method, `/v1/soa_requests${path}`, body)).data;
const draft = (replaces: number | null) =>
  ask('POST', '', { contact_id: contactId, products: ['part_d'], supersedes_id: replaces });
const pathOf = ({ link }: SoaDetail) => new URL(link ?? '', inject('appUrl')).pathname;

/** What the person sees. */
const SIGNED = 'Signed. Thank you';
const CLOSED = 'This form is closed';

async function sign(path: string): Promise<void> {
  const { page } = person;
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  await page.getByLabel('Your full name').fill('Rosa Abernathy');
  await page.getByRole('button', { name: /^Sign and send/u }).click();
  await page.getByRole('heading', { name: SIGNED }).waitFor();
}

/** An agent with a draft, and a person with a phone. */
async function begin(): Promise<Hand> {
  const { page: desk } = agent;
  const { id } = await draft(null);
  await desk.goto(`/soa-requests?soa=${id}`);
  const panel = desk.getByRole('complementary', { name: 'Scope of appointment' });
  const button = (name: RegExp | string) => panel.getByRole('button', { name });
  let link = '';
  const shows = (status: SoaStatus, answers: string | null) => async () => {
    await panel.getByText(STATUS_WORDS[status], { exact: true }).first().waitFor();
    // Without a picture of it: the person has seen the form, and looks again.
    if (link !== '' && answers !== null) expect(await (await person.page.request.get(link)).text()).toContain(answers);
  };
  return {
    page: desk,
    moves: {
      'the agent hands over the link': async () => {
        // Once its link is open, it is sent again.
        if (link === '') await button('Get link and QR code').click();
        else await ask('POST', `/${id}/send`, { way: 'copy' });
        await panel.getByText('Link works until').waitFor();
        link = pathOf(await ask('GET', `/${id}`));
      },
      'the person opens it': async () => {
        await person.page.goto(link);
        await person.page.getByLabel('Your full name').waitFor();
      },
      'the person signs': () => sign(link),
      'the agent completes it': async () => {
        await button('Complete').click();
        await desk.getByLabel('Meeting').fill('2099-12-01T10:00');
        await desk.getByLabel('How the person first got in touch').fill('Called the office');
        await desk.getByRole('button', { name: 'Sign and complete' }).click();
      },
      'the agent ends it': async () => {
        await button(/^(?:Cancel|Reject)$/u).click();
        const dialog = desk.getByRole('dialog');
        await dialog.getByLabel('Reason').fill('The meeting is off.');
        await dialog.getByRole('button', { name: /^(?:Cancel it|Reject)$/u }).click();
      },
      'another one replaces it': async () => {
        const { id: next } = await draft(id);
        // What is signed counts until the next one is.
        if ((await ask('GET', `/${id}`)).signed_at !== null)
          await sign(pathOf(await ask('POST', `/${next}/send`, { way: 'copy' })));
      },
    },
    screens: {
      // To look at the page would be to open it.
      sent: shows('sent', null),
      viewed: shows('viewed', null),
      signed: shows('signed', SIGNED),
      completed: shows('completed', SIGNED),
      rejected: shows('rejected', CLOSED),
      superseded: shows('superseded', CLOSED),
    },
    end: async (moves) => {
      const { status, seal, events } = await ask('GET', `/${id}`);
      expect(status).toBe(screenIn(moves.at(-1)?.to ?? ''));
      const made = (kind: string) => events.filter((event) => event.kind === kind).length;
      const isSigned = moves.some(({ move }) => move === 'the person signs');
      expect([made('signed'), seal !== null]).toEqual([Number(isSigned), isSigned]);
      expect([agent.faults, person.faults]).toEqual([[], []]);
    },
  };
}

test('every way of a scope of appointment shows the agent and the person what the machine says, and is sealed once', async () => {
  const { missing } = await walkPage(soaPageModel, { of: 'soa', begin });

  expect(missing.states).toEqual(['soa.expired']);
  expect(missing.transitions.toSorted()).toMatchInlineSnapshot(`
    [
      "soa.drafted --soa.record[0]--> soa.signed",
      "soa.expired --soa.reject[0]--> soa.rejected",
      "soa.expired --soa.send[0]--> soa.sent",
      "soa.expired --soa.supersede[0]--> soa.superseded",
      "soa.sent --soa.expire[0]--> soa.expired",
      "soa.sent --soa.sign[0]--> soa.signed",
      "soa.viewed --soa.expire[0]--> soa.expired",
    ]
  `);
}, 300_000);
