import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateFeatureFlags } from '#contract/flags.contract.ts';
import { listHelpPages, readHelpPage } from '#contract/help.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;

beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());

const list = async (q = '') => (await agent.call(listHelpPages, { query: { q } })).body.data;
const read = (slug: string) => agent.call(readHelpPage, { params: { slug } });

test('the contents are all pages in their order, each with its chapter', async () => {
  const pages = await list();
  expect(pages[0]).toEqual({
    slug: 'sign-in',
    title: 'Sign in and out',
    summary: 'How you get in, what to do when you forgot your password, and where you are signed in.',
    chapter: 'Start',
    heading: '',
    anchor: '',
    excerpt: '',
  });
  expect([...new Set(pages.map(({ chapter }) => chapter))]).toEqual([
    'Start',
    'Contacts',
    'In and out',
    'Giving contacts away',
    'Reaching people',
    'People and agency',
    'MAX',
    'Administration',
  ]);
});

test('a question finds sections, the best first, with their own words', async () => {
  const [best] = await list('how do I undo an import');
  expect(best).toEqual({
    slug: 'undo-an-import',
    title: 'Undo an import',
    summary: 'Take a whole import back within 7 days, and see what was kept.',
    chapter: 'In and out',
    heading: 'Undo it',
    anchor: 'undo-it',
    excerpt:
      'Press Undo import. Pause it first if it still runs. Read how many contacts it removes, reverts and keeps, and confirm. Contacts that it created are removed. Contacts that it …',
  });
});

test('words that no page has find nothing', async () => {
  expect(await list('zzzz qqqq')).toEqual([]);
});

test('a page has its blocks, what is beside it, and those before and after', async () => {
  const { data } = (await read('pools')).body;
  expect(data.blocks.slice(0, 3)).toEqual([
    { kind: 'text', spans: [{ text: 'Pools are for contacts that a team works on together.' }] },
    { kind: 'heading', level: 2, id: 'what-a-pool-is', text: 'What a pool is' },
    {
      kind: 'text',
      spans: [
        {
          text: 'A pool is a set of contacts several users share. Pool holders see its contacts under ',
        },
        { text: 'All', strong: true },
        { text: ' in the ' },
        { text: 'contact list', href: '/contacts' },
        { text: ', next to their own.' },
      ],
    },
  ]);
  expect(data.related.map(({ slug }) => slug)).toEqual(['transfers', 'tags-and-lists']);
  expect([data.previous?.slug, data.next?.slug]).toEqual(['transfers', 'phone']);
});

test('the first page has none before it, and the last none after it', async () => {
  expect((await read('sign-in')).body.data.previous).toBeNull();
  const last = (await list()).at(-1)?.slug ?? '';
  expect((await read(last)).body.data.next).toBeNull();
});

test('a page about an unavailable feature says why', async () => {
  expect((await read('exports')).body.data.closed).toBe('');
  const admin = await it.signIn('admin');
  await admin.call(updateFeatureFlags, { body: { feature_flags: [{ feature: 'exports', enabled: false }] } });
  expect((await read('exports')).body.data.closed).toBe('Turned off by an administrator.');
});

test('an unknown page is 404', async () => {
  const { status, body } = await read('nothing-here');
  expect([status, body]).toEqual([404, expect.objectContaining({ error: expect.anything() })]);
});

test('requires a session', async () => {
  expect((await it.visitor().call(listHelpPages, { query: {} })).status).toBe(401);
  expect((await it.visitor().call(readHelpPage, { params: { slug: 'pools' } })).status).toBe(401);
});
