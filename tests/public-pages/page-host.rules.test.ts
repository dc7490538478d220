import { describe, expect, test } from 'vitest';
import { legalTexts } from '#brands/every-legal.ts';
import { askedLanguage, writtenIn } from '#rules/words/page-language.ts';
import { leadBoxes } from '#rules/public-pages/lead-words.ts';
import { hoursLines, openAt } from '#rules/public-pages/opening-hours.ts';
import { noticesWith, pageGaps } from '#rules/public-pages/page-gaps.ts';
import { pageHost, pageUrl } from '#rules/public-pages/page-host.ts';

describe('a host', () => {
  test.each([
    ['jane.localhost:3000', null, { of: 'agent', name: 'jane' }],
    ['JANE.localhost.', null, { of: 'agent', name: 'jane' }],
    ['a.b.localhost', null, { of: 'agent', name: null }],
    ['-x-.localhost', null, { of: 'agent', name: null }],
    ['localhost', null, { of: 'app' }],
    ['www.localhost', null, { of: 'app' }],
    ['', null, { of: 'app' }],
    ['10.0.0.1:80', null, { of: 'app' }],
    ['[::1]:3000', null, { of: 'app' }],
    ['plans.example.com', null, { of: 'elsewhere', host: 'plans.example.com' }],
    ['jane.crm.example.com', 'https://app.crm.example.com', { of: 'agent', name: 'jane' }],
    ['app.crm.example.com', 'https://app.crm.example.com', { of: 'app' }],
    ['api.app.crm.example.com', 'https://app.crm.example.com', { of: 'app' }],
    ['api.crm.example.com', 'https://crm.example.com', { of: 'app' }],
    ['crm.example.com.evil.test', 'https://crm.example.com', { of: 'elsewhere', host: 'crm.example.com.evil.test' }],
    ['evilcrm.example.com', 'https://crm.example.com', { of: 'elsewhere', host: 'evilcrm.example.com' }],
  ] as const)('%s of %s', (host, appUrl, of) => expect(pageHost(host, appUrl)).toEqual(of));

  test('of a page is where its address leads', () => {
    for (const appUrl of ['https://www.crm.test', 'http://crm.test:8080', null]) {
      expect(pageHost(new URL(pageUrl('jane', appUrl, 3000)).host, appUrl)).toEqual({ of: 'agent', name: 'jane' });
    }
  });
});

const weekday = (day: 'monday' | 'tuesday' | 'friday', opens = '09:00', closes = '17:30') => ({ day, opens, closes });
const HOURS = [weekday('monday'), weekday('tuesday'), weekday('friday', '09:00', '16:00')];

describe('opening hours', () => {
  test.each([
    // A Tuesday.
    ['2026-03-03T15:00:00Z', 'America/New_York', 'Open now, until 5:30 PM'],
    ['2026-03-03T15:00:00Z', 'America/Los_Angeles', 'Opens today at 9:00 AM'],
    ['2026-03-03T22:30:00Z', 'America/New_York', 'Closed now, opens Fri at 9:00 AM'],
    ['2026-03-08T12:00:00Z', 'America/New_York', 'Closed now, opens Mon at 9:00 AM'],
    ['2026-03-06T21:30:00Z', 'Pacific/Honolulu', 'Open now, until 4:00 PM'],
  ])('at %s in %s: %s', (at, zone, words) => expect(openAt(HOURS, zone, new Date(at)).words).toBe(words));

  test('without any say nothing', () =>
    expect(openAt([], 'America/New_York', new Date(0))).toEqual({ open: false, words: '' }));

  test('have equal days together', () =>
    expect(hoursLines(HOURS)).toEqual([
      { days: 'Mon to Tue', words: '9:00 AM to 5:30 PM' },
      { days: 'Wed to Thu', words: 'Closed' },
      { days: 'Fri', words: '9:00 AM to 4:00 PM' },
      { days: 'Sat to Sun', words: 'Closed' },
    ]));
});

describe('what a page says', () => {
  const filled = {
    domain: 'jane',
    about: 'Hello',
    phone: '+18135550100',
    office: '400 Bayfront',
    hours: HOURS,
    licenses: ['FL'],
    organizations: null,
    plans: null,
    needsNumbers: false,
  };

  test('lacks what is empty, and counts only where a notice names them', () => {
    expect(pageGaps(filled)).toEqual([]);
    expect(pageGaps({ ...filled, needsNumbers: true, organizations: 7 })).toEqual(['numbers']);
    expect(pageGaps({ ...filled, domain: null, about: '', phone: '', office: '', hours: [], licenses: [] })).toEqual([
      'domain',
      'about',
      'phone',
      'office',
      'hours',
      'licenses',
    ]);
  });

  test('leaves out a sentence of a notice whose count is unknown', () => {
    const notice = 'Not every plan. We represent {organizations} with {plans} plans. Ask Medicare.';
    expect(noticesWith([notice], { organizations: 7, plans: 48 })).toEqual([
      'Not every plan. We represent 7 with 48 plans. Ask Medicare.',
    ]);
    expect(noticesWith([notice], { organizations: 7, plans: null })).toEqual(['Not every plan. Ask Medicare.']);
  });

  test('names the agent and the agency beside each box', () => {
    const words = leadBoxes({ name: 'Amy Agent', agency: 'Harbor' }).map((one) => one.words);
    expect(words.every((text) => text.startsWith('Amy Agent of Harbor may '))).toBe(true);
    expect(leadBoxes({ name: 'Harbor', agency: 'Harbor' })[0]?.words).toMatch(/^Harbor may call/);
  });
});

describe('the language of a page', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['de-DE,fr;q=0.9', null],
    ['es', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['de, ES-mx;q=0.7, en;q=0.3', 'es'],
    ['en;q=0, es;q=0.1', 'es'],
    ['es;q=x', null],
  ])('asked for by %s is %s', (header, language) => expect(askedLanguage(header)).toBe(language));

  test.each([
    ['I help people who turn 65.', 'es', 'en'],
    ['Ayudo a personas de Tampa que cumplen 65 años.', 'en', 'es'],
    ['¿Cuánto cuesta?', 'es', 'es'],
    ['Moved', 'en', 'en'],
    ['', 'es', 'es'],
  ] as const)('that %s is written in, else %s, is %s', (text, otherwise, language) =>
    expect(writtenIn(text, otherwise)).toBe(language),
  );

  test('has a topic and a notice for each of the other one, with the same counts', () => {
    const counts = (texts: readonly string[]) => texts.map((text) => text.match(/\{\w+\}/g) ?? []);
    for (const { pageTopics: topics, pageNotices: notices } of Object.values(legalTexts)) {
      expect(topics.es).toHaveLength(topics.en.length);
      expect(counts(notices.es)).toEqual(counts(notices.en));
    }
  });
});
