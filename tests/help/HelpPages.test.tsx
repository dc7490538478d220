import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { HelpFound, HelpPage as Page } from '#contract/help.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { HelpArticle } from '../../src/views/help/HelpArticle.tsx';
import { HelpPage } from '../../src/views/help/HelpPage.tsx';
import { chatAround } from '../chat/chat-around.tsx';
import { chatting } from '../chat/chat-fixtures.ts';
import { button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, mount, only } from '../_kit/mount.ts';

const IMPORTS = { slug: 'imports', title: 'Import a file', summary: 'Bring in people.', chapter: 'In and out' };
const POOLS = { slug: 'pools', title: 'Pools', summary: 'Shared shelves.', chapter: 'Giving contacts away' };
const found = (more: Partial<HelpFound> = {}): HelpFound => ({
  ...IMPORTS,
  heading: '',
  anchor: '',
  excerpt: '',
  ...more,
});
const PAGE: Page = {
  ...IMPORTS,
  blocks: [
    {
      kind: 'text',
      spans: [{ text: 'Press ' }, { text: 'Import', strong: true }, { text: ' or ' }, { text: 'n', code: true }],
    },
    { kind: 'heading', level: 2, id: 'pause', text: 'Pause' },
    { kind: 'steps', ordered: true, items: [[{ text: 'Open ' }, { text: 'Imports', href: '/imports' }]] },
    { kind: 'table', head: [[{ text: 'Key' }]], rows: [[[{ text: 'x' }]]] },
  ],
  related: [POOLS],
  previous: null,
  next: POOLS,
  closed: '',
};

const scrolled = vi.fn<() => void>();
beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = scrolled;
});

const links = () => [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);

describe('the contents', () => {
  const open = async (data: readonly HelpFound[], q = '') => {
    const around = chatAround(null, { listHelpPages: { data } });
    const onSearch = vi.fn<(next: string) => void>();
    const render = mount(around.wrap(<HelpPage q="" onSearch={onSearch} />));
    await calm();
    render(around.wrap(<HelpPage q={q} onSearch={onSearch} />));
    await calm();
    return { ...around, onSearch };
  };

  test('are listed by chapter', async () => {
    await open([found(), found(POOLS)]);
    expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
      'In and out',
      'Giving contacts away',
    ]);
    expect(links()).toEqual([
      ['Trainings', '/trainings'],
      ['Import a file', '/help/imports'],
      ['Pools', '/help/pools'],
    ]);
  });

  test('what answers a question leads to its place, with its page and its words', async () => {
    const { called } = await open([found({ heading: 'Pause', anchor: 'pause', excerpt: 'Press Pause.' })], 'stop it');
    expect(called.at(-1)).toEqual({
      name: 'listHelpPages',
      args: expect.objectContaining({ query: { q: 'stop it' } }),
    });
    expect(links().slice(1)).toEqual([['Pause', '/help/imports#pause']]);
    expect([...document.querySelectorAll('.help-list p')].map(({ textContent }) => textContent)).toEqual([
      'Import a file',
      'Press Pause.',
    ]);
    expect(only('p[aria-live]').textContent).toBe('1 help page');
  });

  test('where nothing is found, MAX is asked for help', async () => {
    const { sent, show } = await open([], 'zzzz');
    expect(only('.empty h2').textContent).toBe('No help pages match');
    click(button('Ask MAX'));
    expect(sent.splice(0)).toEqual([{ type: 'panel.toggle' }, { type: 'chat.start', intent: 'learn_system' }]);

    act(() => show(chatting({ canSend: false })));
    act(() => show(chatting()));
    act(() => show(chatting({ canSend: false })));
    act(() => show(chatting()));
    expect(sent).toEqual([{ type: 'chat.send', text: 'zzzz' }]);
  });

  test("isn't linked to MAX without access", async () => {
    const { isThere } = await open([], 'zzzz');
    act(() => isThere.set(false));
    expect(document.querySelector('.empty button')).toBeNull();
  });
});

describe('a help page', () => {
  const open = async (readHelpPage: object, anchor = '') => {
    await openDesk(<HelpArticle slug="imports" anchor={anchor} />, { readHelpPage });
  };

  test('shows its blocks, what is beside it and the way on', async () => {
    await open({ data: PAGE });
    expect(only('h1').textContent).toBe('Import a file');
    expect(only('article > p:nth-of-type(2)').innerHTML).toBe('Press <b>Import</b> or <code>n</code>');
    expect(only('ol.help-steps').textContent).toBe('Open Imports');
    expect(only('.help-table th').getAttribute('scope')).toBe('col');
    expect(links().slice(1)).toEqual([
      ['Imports', '/imports'],
      ['Pools', '/help/pools'],
      ['Next: Pools', '/help/pools'],
    ]);
    expect(scrolled).not.toHaveBeenCalled();
  });

  test('scrolls to the place that the address names, and focuses it', async () => {
    await open({ data: PAGE }, 'pause');
    expect(scrolled).toHaveBeenCalledOnce();
    expect(document.activeElement?.id).toBe('pause');
  });

  test("says why its feature isn't available", async () => {
    await open({ data: { ...PAGE, closed: 'Requires the premium plan.' } });
    expect(only('.note').textContent).toBe('Not available to youRequires the premium plan.');
  });

  test('an unknown one says so and leads to the contents', async () => {
    await open(new ApiError('notFound', { code: 'not_found', message: 'Help page not found.' }));
    expect(only('.empty h2').textContent).toBe('Help page not found');
    expect(links()).toContainEqual(['Help contents', '/help']);
  });
});
