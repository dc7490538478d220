import { act, type ReactElement } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import type { ChatView, ShownMessage } from '../../src/machines/chat/chat-view.ts';
import { ChatPanel } from '../../src/views/chat/ChatPanel.tsx';
import { quoteNotesStore } from '../../src/store/quote-notes.store.ts';
import { click, mount, only, press as pressKey, settle, type } from '../_kit/mount.ts';
import { chatAround } from './chat-around.tsx';
import {
  answered,
  chatting,
  contact,
  drafted,
  helped,
  insight,
  MARIAS,
  quoted,
  said,
  scoped,
} from './chat-fixtures.ts';

beforeAll(async () => {
  await Promise.all([
    import('../../src/views/contacts/list/FilterForm.tsx'),
    import('../../src/views/contacts/list/ScopeNameSource.tsx'),
  ]);
});
afterEach(() => {
  document.body.replaceChildren();
  act(() => quoteNotesStore.trigger.reset());
});

async function shown(
  messages: readonly ShownMessage[],
  some: Partial<ChatView> = {},
  answers: Readonly<Record<string, unknown>> = {},
) {
  const { wrap, sent, called, toasts } = chatAround(null, answers);
  const page = (view: ChatView) =>
    wrap(
      <ChatPanel
        view={view}
        send={(command) => {
          sent.push(command);
          // As stored by MAX.
          if (command.type === 'scope.change')
            draw(page({ ...view, scopes: { ...view.scopes, [command.message]: command.scope } }));
        }}
        openedFrom={null}
        hasPhone={false}
        onFold={() => undefined}
      />,
    );
  const draw: (element: ReactElement) => void = mount(page(chatting({ messages, ...some })));
  await settled();
  return {
    sent,
    called,
    toasts,
    show: async (next: readonly ShownMessage[], more: Partial<ChatView> = {}) => {
      draw(page(chatting({ messages: next, ...more })));
      await settled();
    },
  };
}
const settled = async () => {
  for (let load = 0; load < 5; load += 1) await settle();
};

const buttons = () => [...document.querySelectorAll<HTMLElement>('button')];
const button = (name: string) =>
  buttons().find((one) => one.textContent === name || one.getAttribute('aria-label') === name) as HTMLElement;
const press = async (name: string) => {
  click(button(name));
  await settled();
};
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const links = () =>
  [...document.querySelectorAll('.cards a')].map((link) => [link.textContent, link.getAttribute('href')]);
const choose = (select: HTMLSelectElement, value: string) =>
  act(() => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });

describe('contacts to choose from', () => {
  const selection = answered('Which one?', { contacts: [...MARIAS], count: 3 }, 'contact_selection');
  const say = (text: string) => {
    type(only('.ask textarea'), text);
    pressKey(only('.ask textarea'), 'Enter');
  };

  test('show enough to tell two people apart, and are chosen by a press', async () => {
    const { sent } = await shown([selection]);
    expect(textsOf('.choice-lines')).toEqual([
      'Maria LopezHouston, TX1-713-555-0149, Dana Whitfield',
      'Maria Lopez-GarzaKaty, TX1-281-555-0135, Dana Whitfield',
      'Mariah LopesNo cityNo phone, Marcus Ellery',
    ]);
    click(document.querySelectorAll<HTMLElement>('button.choice')[1] as HTMLElement);

    expect(sent).toEqual([{ type: 'chat.select', index: 1 }]);
  });

  test('are chosen by a number that is all of the message', async () => {
    const { sent } = await shown([selection]);
    pressKey(only('.ask textarea'), '2');
    expect(sent).toEqual([]);
    for (const text of ['3 ', '4', '0', '2145550100']) say(text);

    expect(sent).toEqual([
      { type: 'chat.select', index: 2 },
      ...['4', '0', '2145550100'].map((text) => ({ type: 'chat.send', text })),
    ]);
  });

  test('are links once a later answer came, or one is awaited', async () => {
    const { sent, show } = await shown([selection]);
    await show([selection], { waiting: { doing: '', content: '' }, canSend: false });
    expect(document.querySelector('button.choice')).toBeNull();
    await show([selection, said('the first one'), answered('Opening Maria Lopez.')]);
    say('1');
    expect(sent.splice(0)).toEqual([{ type: 'chat.send', text: '1' }]);

    expect(links().map(([, href]) => href)).toEqual(['/contacts/211', '/contacts/212', '/contacts/213']);
    click(only('a[href="/contacts/212"]'));
    expect(sent).toEqual([{ type: 'page.open', href: '/contacts/212' }]);
  });

  test('can be seen in the list', async () => {
    const { search_payload } = scoped();
    const metadata = { contacts: [...MARIAS], count: 5, search_payload: search_payload ?? undefined };
    const { sent } = await shown([answered('Which one?', metadata, 'contact_selection')]);
    await press('Show all 5 in the list');

    expect(sent).toEqual([{ type: 'scope.apply', scope: search_payload }]);
  });

  test('of one person is a question that a press answers', async () => {
    const { sent } = await shown([answered('Is it her?', { contacts: [contact()] }, 'contact_confirmation')]);
    await press('Yes, Rosalind Okafor');

    expect(sent).toEqual([{ type: 'chat.send', text: 'Yes' }]);
    expect(links()).toEqual([['Rosalind Okafor', '/contacts/107']]);
  });
});

describe('a search', () => {
  const found = answered('In Texas.', scoped(), 'redirect');
  const { page: _page, ...whole } = found.metadata.search_payload ?? { search: [] };
  const listContacts = { data: [], meta: { current_page: 1, limit: 1, total_count: 17, total_pages: 17 } };
  const countsOf = (called: readonly { name: string; args: unknown }[]) =>
    called.filter(({ name }) => name === 'listContacts').map(({ args }) => (args as { body: object }).body);

  test('appears as chips: owner, each filter, the words and the order, with its count', async () => {
    const { called } = await shown([found]);

    expect(textsOf('.scope-chips > *').map((text) => text?.split(/(?<=Mine|first)[A-Z]/u)[0])).toEqual([
      'Mine',
      'State TX or OK',
      'Tagged hot',
      'Born before 01/01/1962',
      'Search text lopez',
      'Newest first',
      'Filter',
    ]);
    expect(button('Show 12 contacts').isConnected).toBe(true);
    expect(called).toEqual([]);
  });

  test('opens the list with the current chips, focused', async () => {
    const main = document.body.appendChild(document.createElement('main'));
    Object.assign(main, { id: 'main', tabIndex: -1 });
    const { sent } = await shown([found]);
    await press('Show 12 contacts');

    expect(sent).toEqual([{ type: 'scope.apply', scope: found.metadata.search_payload }]);
    expect(document.activeElement).toBe(main);
  });

  test('is counted again when a part is removed, and stays here', async () => {
    const leaving = { kind: 'redirect', message: found.key, href: '/contacts', secondsLeft: 2 } as const;
    const { sent, called } = await shown([found], { leaving }, { listContacts });
    await press('Remove Tagged hot');

    const search = whole.search.filter(({ field }) => field !== 'tag');
    expect(sent).toEqual([{ type: 'scope.change', message: found.key, scope: { ...whole, search } }]);
    expect(countsOf(called)).toEqual([{ contacts_scope: { ...whole, search, limit: 1, forgiving: true } }]);
    await press('Show 17 contacts');
    expect(sent.at(-1)).toEqual({ type: 'scope.apply', scope: { ...whole, search } });
    expect(only('.scope-card [aria-live]').textContent).toBe('17 contacts');
  });

  test('changes its owner and its order', async () => {
    const { sent } = await shown([found], {}, { listContacts });
    choose(only<HTMLSelectElement>('[aria-label="Owner"]'), 'all');
    choose(only<HTMLSelectElement>('[aria-label=Order]'), 'city asc');
    await settled();
    await press('Show 17 contacts');

    const scope = { ...whole, contact_group: 'all', order_field: 'city', order: 'asc' };
    expect(sent.at(-1)).toEqual({ type: 'scope.apply', scope });
  });

  test('offers the groups that the person has, with the one it means', async () => {
    const groups = () => textsOf('[aria-label="Owner"] option');
    const { show } = await shown([found]);
    const offered = groups();
    const scope = { ...found.metadata.search_payload, contact_group: 'downline' } as const;
    await show([answered('Of the downline.', { ...scoped(), search_payload: scope as never }, 'redirect')]);

    expect([offered, groups()]).toEqual([
      ['Mine', 'All', 'Deleted'],
      ['Mine', 'Downline', 'All', 'Deleted'],
    ]);
  });

  test('that cannot be counted says why', async () => {
    const refused = Promise.reject(new ApiError('forbidden', { code: 'forbidden', message: 'Not for you.' }));
    refused.catch(() => undefined);
    await shown([found], {}, { listContacts: refused });
    await press('Remove Tagged hot');

    expect(only('.scope-card [role=alert]').textContent).toBe('Not for you.');
  });

  test('keeps its edits when MAX is collapsed', async () => {
    await shown([found], { scopes: { [found.key]: { ...whole, q: '' } } }, { listContacts });

    expect(button('Change Search text lopez')).toBeUndefined();
    expect(button('Show 17 contacts').isConnected).toBe(true);
  });

  test('edits a filter in place, with all of its values', async () => {
    const { sent } = await shown([found], {}, { listContacts });
    await press('Change State TX or OK');
    expect(only('.popover [role=dialog]').getAttribute('aria-label')).toBe('Edit filter');
    type(only<HTMLInputElement>('.filter-form input'), 'LA');
    await press('Save filter');
    await press('Show 17 contacts');

    const applied = sent.at(-1);
    expect(applied?.type === 'scope.apply' && applied.scope.search?.[0]).toEqual({
      field: 'state',
      value: ['LA', 'OK'],
    });
  });

  test('changes its words in a field, or keeps them', async () => {
    const { sent } = await shown([found], {}, { listContacts });
    await press('Change Search text lopez');
    const words = () => only<HTMLInputElement>('.words-part input');
    expect(document.activeElement).toBe(words());
    words().value = 'ga';
    pressKey(words(), 'Escape');
    expect(document.activeElement).toBe(button('Change Search text lopez'));

    await press('Change Search text lopez');
    words().value = ' garza ';
    pressKey(words(), 'Enter');
    await settled();
    await press('Show 17 contacts');
    expect(sent.map(({ type: asked }) => asked)).toEqual(['scope.change', 'scope.apply']);
    const applied = sent.at(-1);
    expect(applied?.type === 'scope.apply' && applied.scope.q).toBe('garza');
  });

  test('without results says so and opens nothing', async () => {
    await shown([answered('Nobody.', { ...scoped(), count: 0 })]);

    expect(only('.scope-card p.soft').textContent).toBe('No contacts match. Change or remove a condition.');
    expect(document.querySelector('.scope-card .btn')).toBeNull();
  });
});

test('a part that is not sure is asked, as long as the answer is the newest', async () => {
  const question = {
    part: 'Springfield',
    text: 'is a city in several states. Which one?',
    options: [{ label: 'Illinois', says: 'Springfield in Illinois' }],
  };
  const message = answered('One part is not sure.', { questions: [question] });
  const { sent, show } = await shown([message]);
  await press('Illinois');
  expect(sent).toEqual([{ type: 'chat.send', text: 'Springfield in Illinois' }]);

  await show([message, said('Springfield in Illinois'), answered('12 people.')]);
  expect(button('Illinois')).toBeUndefined();
  expect(only('.question').textContent).toBe('Springfield is a city in several states. Which one?');
});

test('a question that the answer itself asks stands there once', async () => {
  const text = "I don't know what “no” means.";
  const options = [{ label: 'With tobacco', says: 'with tobacco' }];
  const { show } = await shown([answered(text, { questions: [{ part: 'no', text, options: [] }] })]);
  expect([document.querySelector('.question'), only('.turn').textContent]).toEqual([null, `MAX: ${text}`]);

  await show([answered(text, { questions: [{ part: 'no', text, options }] })]);
  expect(textsOf('.question button')).toEqual(['With tobacco']);
  expect(document.querySelector('.turn > .sr')).toBeNull();
});

test('a question that the answer itself asks stands there once', async () => {
  const question = {
    part: '',
    text: 'Who should this e-mail go to instead?',
    options: [{ label: 'Nobody', says: 'nobody' }],
  };
  await shown([answered(question.text, { questions: [question] })]);
  expect([document.querySelector('.question p'), only('.turn').textContent]).toEqual([
    null,
    'MAX: Who should this e-mail go to instead?Nobody',
  ]);
});

describe('an insight', () => {
  test('names each source once, beside its point', async () => {
    await shown([
      answered('', { ...insight(), sources: [{ label: 'Emeka Okafor', href: '/contacts/108' }] }, 'insight_complete'),
    ]);

    expect(textsOf('.sources li')).toEqual([]);
    expect(only('.insight a[href="/contacts/108"]').textContent).toBe('Emeka Okafor');
  });

  test('has its points by kind, each with its records, what was read and when', async () => {
    const { sent } = await shown([answered('', insight(), 'insight_complete')]);

    expect(only('.insight h3').textContent).toBe('Rosalind Okafor, Round Rock, TX');
    expect(textsOf('.insight li')).toEqual([
      'Eligibility: Turns 65 on 01/14/2027. Enrolls until 04/30/2027. Date of birth',
      'Talking points: Will not leave Dr. Villareal. Network check is open. Note of 11/12/2026',
      'Due: Scope of appointment sent, opened twice, not signed. E-mail of 11/10/2026, Note of 11/11/2026',
      'Household: Husband Emeka joins, has Plan G with Meridian. Emeka Okafor',
    ]);
    expect(only('.insight > .meta').textContent).toMatch(/^From 6 notes, 4 calls\. Updated /u);
    click(only('.insight a[href="/contacts/108"]'));
    expect(sent).toEqual([{ type: 'page.open', href: '/contacts/108' }]);
  });

  test('without a time that can be read has none', async () => {
    await shown([answered('', insight({ last_updated: 'soon' }), 'insight_complete')]);

    expect(only('.insight > .meta').textContent).toBe('From 6 notes, 4 calls.');
  });
});

describe('quotes', () => {
  const rows = () => textsOf('.quotes li').map((text) => text?.trim());

  test('are the three lowest, then all; a missing rate is N/A', async () => {
    await shown([answered('', quoted(), 'quote_results')]);
    expect(rows()).toEqual([
      'Meridian Mutual$121.75/moA, household 7%$1,461.00/yr',
      'Bluebonnet Life$126.40/moA-, no discount$1,516.80/yr',
      'Harborlight$131.10/moA+, household 5%$1,573.20/yr',
    ]);

    await press('All 4');
    expect(rows().at(-1)).toBe('Lone Star AssuranceN/Anot rated, no discountN/A');
    await press('Lowest 3');
    expect(rows().length).toBe(3);
  });

  test('are all shown when all were requested', async () => {
    await shown([answered('All 4:', quoted({ shows_all: true }), 'quote_results')]);

    expect(rows().length).toBe(4);
  });

  test('say what they rest on', async () => {
    await shown([answered('', quoted(), 'quote_results')]);
    expect(textsOf('.quote-small p').map((text) => text?.replace(/of .*?\. A/u, 'of then. A'))).toEqual([
      'Plan G, ZIP 78664, woman, 65, no tobacco, from 12/01/2026',
      'Assumed: starts on the first of next month',
      'Sample rates of then. A carrier confirms the final price.',
    ]);
  });

  const noted = answered('', quoted({ contacts: [contact()] }), 'quote_results');
  const callsOf = (called: readonly { name: string; args: unknown }[]) =>
    called.map(({ name, args }) => [name, (args as { params: unknown }).params]);

  test('become a note of the contact on click, and the message undoes it', async () => {
    const { called, toasts } = await shown([noted], {}, { createNote: { data: { id: 91 } } });
    await press('Add to Rosalind Okafor');
    expect(links()).toEqual([['Open contact', '/contacts/107']]);
    expect(JSON.stringify(called[0])).toContain('Meridian Mutual: $121.75/mo');
    // The second one of a double click.
    click(only('.quote-card .btn[aria-disabled]'));
    await settled();
    expect(callsOf(called)).toEqual([['createNote', { id: 7 }]]);

    expect(toasts.map(({ text, action }) => [text, action?.label])).toEqual([['Quote added', 'Undo']]);
    act(() => toasts[0]?.action?.run());
    await settled();
    expect(callsOf(called)).toContainEqual(['deleteNote', { id: 7, noteId: 91 }]);
    expect(button('Add to Rosalind Okafor').isConnected).toBe(true);
  });

  test('are added once, also when MAX is folded and opened', async () => {
    const { show } = await shown([noted], {}, { createNote: { data: { id: 91 } } });
    await press('Add to Rosalind Okafor');
    await show([]);
    await show([noted]);

    expect([button('Add to Rosalind Okafor'), only('.quote-card .btn[aria-disabled]').textContent]).toEqual([
      undefined,
      'Added to Rosalind Okafor, Note saved to the contact.',
    ]);
  });

  test('that could not be written down say why', async () => {
    const refused = Promise.reject(new ApiError('offline', { code: 'offline', message: 'No connection.' }));
    refused.catch(() => undefined);
    await shown([answered('', quoted({ contacts: [contact()] }), 'quote_results')], {}, { createNote: refused });
    await press('Add to Rosalind Okafor');

    expect(only('.card-error').textContent).toBe('No connection.');
  });

  test("for no particular contact aren't saved", async () => {
    await shown([answered('', quoted(), 'quote_results')]);

    expect(buttons().filter(({ textContent }) => textContent?.startsWith('Add'))).toEqual([]);
  });
});

test('a draft shows its text and recipient, and opens the e-mail page', async () => {
  const message = answered('Here is a draft.', drafted(), 'email_template');
  const { sent } = await shown([message]);
  expect(only('.email-card h3').textContent?.trim()).toBe('Your Medicare birthday is near');
  expect(only('.email-card .meta').textContent).toBe('For Rosalind Okafor. Nothing is sent until you send it.');
  await press('Open draft');

  expect(sent).toEqual([{ type: 'email.open', message: message.key }]);
});

test('help names its pages with their words, and what to ask next', async () => {
  const { sent } = await shown([answered('Open Contacts.', helped())]);
  expect(links()).toEqual([
    ['Merging two contacts', '/help/duplicates#merge'],
    ['Undo', '/help/undo'],
  ]);
  expect(only('.sources blockquote').textContent).toBe('Open Contacts, then Duplicates. Choose what stays of each.');
  await press('How do I undo a merge?');

  expect(sent).toEqual([{ type: 'chat.send', text: 'How do I undo a merge?' }]);
});

describe('a page that an answer names', () => {
  test('is opened again later', async () => {
    const metadata = { redirect_url: '/contacts/211', action: 'open_contact' } as const;
    const { sent } = await shown([answered('Opening Maria Lopez.', metadata, 'redirect')]);
    await press('Open contact');

    expect(sent).toEqual([{ type: 'page.open', href: '/contacts/211' }]);
  });

  test('is words only when it is none of the app', async () => {
    const hrefs = [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      '/v1/users/me',
      '/contacts/../login',
    ];
    const sources = hrefs.map((href) => ({ label: href, href }));
    await shown([answered('Look here.', { sources, redirect_url: '//evil.example' }, 'redirect')]);

    expect([links(), textsOf('.sources li').length, button('Open page')]).toEqual([[], 5, undefined]);
  });
});

test('screen readers announce what the cards contain, and not each change in them', async () => {
  await shown([answered('Which one?', { contacts: [...MARIAS] }, 'contact_selection')]);

  expect(only('.turn > .sr').textContent).toBe('3 contacts to choose from. Type 1 to 3 and Enter.');
  expect(only('.cards').getAttribute('aria-live')).toBe('off');
});
