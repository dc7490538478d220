import { expect, test } from 'vitest';
import type { HelpBlock } from '#contract/help.contract.ts';
import type { Deps } from '../../server/deps.ts';
import type { ChatAnswer, ChatTurn } from '../../server/features/chat/answer.ts';
import { wordsOf } from '../../server/features/chat/help/help-answer.ts';
import { learnSystem } from '../../server/features/chat/help/learn-system.answerer.ts';
import { helpBookOf } from '../../server/features/help/help-book.ts';
import {
  HELD_OUT_QUESTIONS,
  HELP_QUESTIONS,
  type HelpQuestion,
  NEAR_MISSES,
  SHORT_QUESTIONS,
  UNANSWERED,
} from './help-questions.ts';

/** It reads nothing but the help pages of the brand. */
const deps = { config: { brand: 'bellwether' } } as Deps;
const turn = (message: string, state: unknown = null) =>
  ({ message, state, today: '2026-11-21', now: new Date('2026-11-21T15:00:00Z') }) as ChatTurn;
const ask = (message: string, before?: ChatAnswer) => learnSystem.answer(deps, turn(message, before?.state));

const pagesOf = ({ metadata }: ChatAnswer): string[] =>
  (metadata.sources ?? []).map(({ href }) => /^\/help\/([a-z0-9-]+)/.exec(href ?? '')?.[1] ?? '');

const titleOf = (slug: string) => helpBookOf('bellwether').find((page) => page.slug === slug)?.title;

/** True when an answer quotes the page and, if there is one, the right section. */
const isTold = ({ page, section }: HelpQuestion, { metadata }: ChatAnswer): boolean => {
  const href = metadata.sources?.[0]?.href;
  return section === null
    ? /^\/help\/([a-z0-9-]+)/.exec(href ?? '')?.[1] === page
    : href === `/help/${page}#${section}`;
};

/** Number of questions answered from the right section, and of those whose page is among the options. */
async function figures(questions: readonly HelpQuestion[]) {
  const answers = await Promise.all(questions.map(async (one) => ({ one, answer: await ask(one.asks) })));
  const missed = answers.filter(({ one, answer }) => !isTold(one, answer)).map(({ one }) => one.asks);
  const isOption = (page: string, { metadata }: ChatAnswer) =>
    metadata.questions?.some(({ options }) => options.some(({ label }) => label.startsWith(`${titleOf(page)}: `)));
  const shown = answers.filter(({ one: { page }, answer }) => pagesOf(answer).includes(page) || isOption(page, answer));
  return { missed, first: 1 - missed.length / questions.length, shown: shown.length / questions.length };
}

test('of the questions of agents 90 % get the right section first, and 97 % its page among those shown', async () => {
  const { first, shown } = await figures(HELP_QUESTIONS);
  expect(HELP_QUESTIONS.length).toBeGreaterThanOrEqual(60);
  expect(first).toBeGreaterThanOrEqual(0.9);
  expect(shown).toBeGreaterThanOrEqual(0.97);
});

test('of the further questions 80 % get the right section first, and 88 % its page among those shown', async () => {
  const { first, shown } = await figures(HELD_OUT_QUESTIONS);
  expect(first).toBeGreaterThanOrEqual(0.8);
  expect(shown).toBeGreaterThanOrEqual(0.88);
});

test('a word or two is enough for 90 %', async () => {
  const { first, shown } = await figures(SHORT_QUESTIONS);
  expect(first).toBeGreaterThanOrEqual(0.9);
  expect(shown).toBe(1);
});

test('words that also occur in another section, or in the opposite, get the intended one', async () => {
  expect((await figures(NEAR_MISSES)).missed).toEqual([]);
});

test.each(UNANSWERED)('"%s" is not told as if the app had it', async (words) => {
  const { metadata, isAtLoss } = await ask(words);
  expect(isAtLoss || metadata.questions !== undefined).toBe(true);
});

test('every section that questions need exists', () => {
  const all = [...HELP_QUESTIONS, ...HELD_OUT_QUESTIONS, ...SHORT_QUESTIONS, ...NEAR_MISSES];
  const anchors = new Set(
    helpBookOf('bellwether').flatMap(({ slug, sections }) => sections.map(({ anchor }) => `${slug}#${anchor}`)),
  );
  expect(all.filter(({ page, section }) => section !== null && !anchors.has(`${page}#${section}`))).toEqual([]);
});

test('an answer is the section, its steps as steps, with a line of it word for word and where to read on', async () => {
  const { content, responseType, metadata, isAtLoss } = await ask('how do I undo an import?');
  expect({ content, responseType, metadata, isAtLoss }).toEqual({
    content: [
      'Undo it:',
      '1. Open the import from Imports.',
      '2. Press Undo import. Pause it first if it still runs.',
      '3. Read how many contacts it removes, reverts and keeps, and confirm.',
      'Contacts that it created are removed. Contacts that it updated get their earlier values back. Tags that it gave are taken away.',
    ].join('\n'),
    responseType: null,
    metadata: {
      sources: [
        {
          label: 'Undo an import: Undo it',
          href: '/help/undo-an-import#undo-it',
          quote: 'Press Undo import. Pause it first if it still runs.',
        },
        {
          label: 'See also: Import a file: Pause or cancel an import',
          href: '/help/imports#pause-or-cancel-an-import',
        },
        { label: 'See also: The screen and the keys: Undo', href: '/help/the-screen#undo' },
      ],
      suggestions: ['Take me there', 'What an undo keeps', 'Undone is not deleted'],
    },
    isAtLoss: false,
  });
});

test('every quote is on its page verbatim, and every answer consists of lines of its page', async () => {
  const lines = (slug: string) =>
    helpBookOf('bellwether')
      .find((page) => page.slug === slug)
      ?.sections.flatMap((one) => one.lines);
  for (const { asks } of [...HELP_QUESTIONS, ...HELD_OUT_QUESTIONS]) {
    const { content, metadata } = await ask(asks);
    const [source] = metadata.sources ?? [];
    if (source?.quote === undefined) continue;
    const said = lines(pagesOf({ metadata } as ChatAnswer)[0] ?? '') ?? [];
    expect(said).toContain(source.quote);
    const [heading, ...told] = content.split('\n').map((line) => line.replace(/^(?:\d+\.|•) /, ''));
    for (const line of heading?.endsWith(':') ? told : [heading, ...told]) expect(said.join('\n')).toContain(line);
  }
});

test('a long section ends with a whole sentence', () => {
  const text = `${'It goes on. '.repeat(80)}`.trim();
  const blocks: HelpBlock[] = [{ kind: 'text', spans: [{ text }] }];
  const section = { slug: 's', anchor: 'a', heading: 'Long', words: '', lines: [text], blocks };
  const words = wordsOf(section);
  expect(words).toMatch(/^Long:\nIt goes on\..* It goes on\.$/);
  expect([words.length > 850, words.length <= 900]).toEqual([true, true]);
});

test('follow-ups are about the previous page', async () => {
  const first = await ask('how do I import a file');
  expect(pagesOf(first)[0]).toBe('imports');
  const undone = await ask('and undo it?', first);
  expect(undone.metadata.sources?.[0]?.href).toBe('/help/undo-an-import#undo-it');
  const transfer = await ask('can I take back a transfer');
  const undoneToo = await ask('and undo it?', await ask('give my leads to another agent', transfer));
  expect(undoneToo.metadata.sources?.[0]?.href).toBe('/help/transfers#take-a-transfer-back');
});

test('without anything before, the same words are about whatever fits best', async () => {
  expect(pagesOf(await ask('what about the labels'))[0]).toBe('letters-and-labels');
});

test.each(['take me there', 'open it', 'Take me there.', 'show me the page', 'yes', 'go there please'])(
  '"%s" opens the page of the app that the section names first',
  async (words) => {
    const { content, responseType, metadata } = await ask(words, await ask('how do I undo an import?'));
    expect({ content, responseType, metadata }).toEqual({
      content: 'Opening: Imports.',
      responseType: 'redirect',
      metadata: { redirect_url: '/imports', action: 'open_page' },
    });
  },
);

test('a section without a page of the app leads to the first one of its page, and else to the help', async () => {
  const privacy = await ask('take me there', await ask('does max see my private data'));
  expect(privacy.metadata.redirect_url).toBe('/contacts');
});

test('what could be several is asked, and choosing one answers it', async () => {
  const unsure = await ask('tag 300 people at once');
  expect(unsure.metadata.questions).toEqual([
    {
      part: '',
      text: 'Which of these do you mean?',
      options: [
        { label: 'Tags and lists: Tag a contact', says: 'Tags and lists: Tag a contact' },
        {
          label: 'Change many contacts at once: Tag, move or delete them',
          says: 'Change many contacts at once: Tag, move or delete them',
        },
        { label: 'The contact list: Select people', says: 'The contact list: Select people' },
      ],
    },
  ]);
  expect(unsure.responseType).toBeNull();
  const chosen = await ask('Tags and lists: Tag a contact', unsure);
  expect(chosen.metadata.sources?.[0]?.href).toBe('/help/tags-and-lists#tag-a-contact');
});

test('what is found by half of its words is asked too', async () => {
  const { content, metadata } = await ask('does Medicare cover hearing aids');
  expect(content).toMatch(/do you mean/i);
  expect(metadata.questions?.[0]?.options[0]?.label).toBe('Policies and private data: Take over what Medicare knows');
});

test('of a page it tells the section that was asked for', async () => {
  const asked = [
    'send an email to a client',
    'where can i listen to a recording',
    'i have to attach a scan of the application',
  ];
  const answers = await Promise.all(asked.map((words) => ask(words)));
  expect(answers.map(({ metadata }) => metadata.sources?.[0]?.href)).toEqual([
    '/help/e-mail#send-an-e-mail-to-a-contact',
    '/help/calls#listen-to-a-recording',
    '/help/files#upload-a-file-to-a-contact',
  ]);
});

test('every section answers to its own name, as options say it', async () => {
  const wrong: string[] = [];
  for (const page of helpBookOf('bellwether')) {
    for (const { heading, anchor } of page.sections.filter((section) => section.heading !== '')) {
      const { metadata } = await ask(`${page.title}: ${heading}`);
      const href = metadata.sources?.[0]?.href;
      if (href !== `/help/${page.slug}#${anchor}`) wrong.push(`${page.title}: ${heading} → ${href}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a suggestion is a heading of the page of before', async () => {
  const first = await ask('how do I undo an import?');
  const next = await ask('What an undo keeps', first);
  expect(next.metadata.sources?.[0]?.href).toBe('/help/undo-an-import#what-an-undo-keeps');
  expect(next.metadata.suggestions).toEqual(['Take me there', 'Undo it', 'Undone is not deleted']);
});

test.each(['what is the weather in Tampa', 'who won the super bowl', 'fix my printer at home', 'asdf qwer', '???'])(
  '"%s" is nothing that the help knows: it says so and offers the contents',
  async (words) => {
    const { content, metadata, isAtLoss } = await ask(words);
    expect(isAtLoss).toBe(true);
    expect(content).toMatch(/^I couldn't find anything about that in the help pages\./);
    expect(metadata.sources).toEqual([{ label: 'Help contents', href: '/help' }]);
    expect(metadata.suggestions).toHaveLength(3);
  },
);

test('what it proposes to ask, it can answer', async () => {
  const { suggestions } = await learnSystem.welcome(deps, { identity: turn('').identity, firstName: 'Dana' });
  const answers = await Promise.all(suggestions.map((words) => ask(words)));
  expect(answers.map((answer) => pagesOf(answer)[0])).toEqual(['undo-an-import', 'follow-ups', 'pools']);
});

test('a state of another shape is ignored', async () => {
  const answer = await learnSystem.answer(deps, turn('take me there', { page: 7 }));
  expect(answer.responseType).toBeNull();
});

test('a model searches sections as data, and shows one with its quote', async () => {
  const [search, show] = learnSystem.tools;
  const { told, answer } = await search!.run(deps, turn('undo an import'), { question: 'undo an import' });
  expect(answer).toBeNull();
  expect((told as unknown[])[0]).toMatchObject({
    slug: 'undo-an-import',
    anchor: 'undo-it',
    title: 'Undo an import',
  });
  const shown = await show!.run(deps, turn('undo an import'), { slug: 'undo-an-import', anchor: 'undo-it' });
  expect(shown.answer?.metadata.sources?.[0]).toEqual({
    label: 'Undo an import: Undo it',
    href: '/help/undo-an-import#undo-it',
    quote: 'Press Undo import. Pause it first if it still runs.',
  });
  expect(() => show!.run(deps, turn('x'), { slug: 'undo-an-import', anchor: 'nothing' })).toThrow('No such section.');
});
