import { describe, expect, test } from 'vitest';
import { parseWhen, whenWords } from '../../server/features/chat/email/parse-when.ts';
import { hear } from '../../server/features/chat/email/hear.ts';
import { parseOccasion } from '../../server/features/chat/email/occasions.ts';

const TODAY = '2026-11-21';

const nameIn = (said: string) => {
  const { who } = hear(said);
  return who?.kind === 'named' ? who.name : (who?.kind ?? null);
};

describe('what an e-mail is for', () => {
  test.each([
    ['birthday mail to Maria Lopez', 'birthday', 'Maria Lopez'],
    ["Maria Lopez's birthday", 'birthday', 'Maria Lopez'],
    ['happy bday email for rosa delgado', 'birthday', 'rosa delgado'],
    ["follow up with the Okafors after yesterday's call", 'follow-up', 'Okafors'],
    ['Write a follow-up to Maria Lopez about our meeting last week', 'follow-up', 'Maria Lopez'],
    ['annual review reminder', 'annual-review', null],
    ['thank you for the referral', 'referral-thanks', null],
    ['thank Maria Lopez for referring her sister', 'referral-thanks', 'Maria Lopez'],
    ['ask Dana Whitfield for a referral', 'referral-ask', 'Dana Whitfield'],
    ['appointment tomorrow at 3', 'appointment', null],
    ['remind Tom Becker of our meeting on Monday at 10:30', 'appointment', 'Tom Becker'],
    ['missed your call', 'missed-call', null],
    ['tried to call Tom Becker, no answer', 'no-answer', 'Tom Becker'],
    ['turning 65 next month, introduce me', 'turning-65', null],
    ['T65 intro for James Okafor', 'turning-65', 'James Okafor'],
    ['welcome new client', 'welcome', null],
    ['welcome email to new client Ana Ruiz', 'welcome', 'Ana Ruiz'],
    ['reconnect, no talk for months', 'reconnect', null],
    ['document missing', 'documents', null],
    ['ask her for the missing signed form', 'documents', null],
    ['thank Maria for the meeting', 'thanks', 'Maria'],
    ['Condolences to Ellen Price', 'condolence', 'Ellen Price'],
    ['Happy Thanksgiving to 1-512-555-0142', 'holiday', '1-512-555-0142'],
    ['email for Will Smith birthday', 'birthday', 'Will Smith'],
    ['June Carter’s birthday', 'birthday', 'June Carter'],
    ['annual review for all my clients', 'annual-review', 'many'],
    ["I tried calling Mary Ann O'Brien but no answer", 'no-answer', "Mary Ann O'Brien"],
    ['correo de cumpleaños para Maria Lopez', 'birthday', 'Maria Lopez'],
    ['email maria@mail.example a birthday greeting', 'birthday', 'maria@mail.example'],
  ])('%j is heard', (said, occasion, name) => {
    expect([parseOccasion(hear(said).said, 'insurance').sure?.key ?? null, nameIn(said)]).toEqual([occasion, name]);
  });

  test.each([
    ['happy 65th birthday to Maria', ['birthday', 'turning-65']],
    ['thank you note to Maria', ['thanks', 'referral-thanks']],
    ['she missed her appointment', ['appointment', 'thanks', 'follow-up']],
    ['a reminder for Maria', ['appointment', 'annual-review', 'documents']],
    ['touch base with Maria', ['follow-up', 'reconnect']],
  ])('%j is a question', (said, options) => {
    const { sure, options: asked, isHeard } = parseOccasion(said, 'insurance');

    expect([sure, asked.map(({ key }) => key), isHeard]).toEqual([null, options, true]);
  });

  test.each([
    ['interview invite for Tom', 'recruiting', 'interview'],
    ['turning 65 next month', 'recruiting', undefined],
    ['pre-need letter to the Hales', 'pre-need', 'pre-need'],
    ['pre-need letter to the Hales', 'insurance', undefined],
  ] as const)('%j is recognized by the right parsers: %s', (said, trade, key) => {
    expect(parseOccasion(said, trade).sure?.key).toBe(key);
  });

  test('is nothing where nothing of it is said', () => {
    expect(parseOccasion('what is the weather', 'insurance').isHeard).toBe(false);
  });
});

describe('the recipient', () => {
  test.each([
    ["don't write to May Johnsonville, write to Frank Johnsonville, birthday", 'Frank Johnsonville'],
    ['birthday email to May Johnsonville and Frank Johnsonville', ['May Johnsonville', 'Frank Johnsonville']],
    ['Maria Lopez and Tom Becker birthday', ['Maria Lopez', 'Tom Becker']],
    ['birthday email to Maria and her husband', '“her husband”'],
    ['and one for my wife', '“my wife”'],
    ['do not write to Tom Becker', '“”'],
    ['Frank Johnsonville passed away, send condolences', '“”'],
    ['condolences to Maria Lopez for the death of Frank Lopez', 'Maria Lopez'],
    ['condolences to Ellen Price, her husband died', 'Ellen Price'],
    ['do not forget to write to Maria Lopez', 'Maria Lopez'],
  ])('%j', (said, whom) => {
    const { who } = hear(said);
    const words =
      who?.kind === 'named'
        ? who.name
        : who?.kind === 'pointed'
          ? `“${who.words}”`
          : who?.kind === 'many'
            ? who.names
            : null;
    expect(words).toEqual(whom);
  });
});

describe('what is left out', () => {
  test.each([
    ['welcome Frank Zed and tell him his policy starts 1/1/2027', ['tell him his policy starts 1/1/2027']],
    ['welcome Frank Zed, do not mention Medicare', ['do not mention Medicare']],
    ['tell Maria Lopez that her policy starts soon', ['tell Maria Lopez that her policy starts soon']],
    ['add my phone number', ['add my phone number']],
    ['follow up with Maria Lopez about her Advantage plan', ['about her Advantage plan']],
    ['birthday mail to Maria Lopez', []],
  ])('of %j is said', (said, leftOut) => {
    expect(hear(said).leftOut).toEqual(leftOut);
  });
});

describe('how it shall be', () => {
  test.each([
    ['less formal', { tone: 'friendly' }],
    ['not so formal, shorter', { tone: 'friendly', length: 'short' }],
    ['not in Spanish', { language: 'en' }],
    ['no long emails', { length: 'short' }],
    ['add that I will bring my dog, and make it shorter', { added: 'I will bring my dog', length: 'short' }],
    ['his SOA form and the bank draft', { missing: 'SOA form and the bank draft' }],
    ['shorter', { length: 'short' }],
    ['Make it longer and friendlier, please', { length: 'long', tone: 'friendly' }],
    ['more formal, in Spanish', { tone: 'formal', language: 'es' }],
    ['change the subject to Your plan, Maria', { subject: 'Your plan, Maria' }],
    ['subject: “See you soon”', { subject: 'See you soon' }],
    ['add that the office is closed on Friday', { added: 'the office is closed on Friday' }],
    ['documents missing: the signed form and an ID', { missing: 'the signed form and an ID' }],
    ['start over', {}],
  ])('%j', (said, change) => {
    const { who: _who, said: _rest, startsOver: _over, talk: _talk, leftOut: _left, ...heard } = hear(said);

    expect(heard).toEqual(change);
  });

  test('leaves what is to be added out of what it is for', () => {
    const { said } = hear('add that I enjoyed our meeting on her birthday');

    expect(parseOccasion(said, 'insurance').isHeard).toBe(false);
  });
});

describe('when something is to be', () => {
  test.each([
    ['12/5 between 2 and 4 pm', 'between 2 and 4 pm'],
    ['tomorrow 2-3pm', '2-3pm'],
    ['moved from Tuesday to Thursday at 4pm', 'Tuesday … Thursday'],
    ['on 11/20 at 3', 'on 11/20'],
    ['the day after Thanksgiving', 'the day after Thanksgiving'],
    ['in two weeks', 'in two weeks'],
    ['at 25', 'at 25'],
  ])('%j is not sure, and left open', (said, unsure) => {
    expect(parseWhen(said, TODAY)).toEqual({ day: null, time: null, unsure });
  });

  test.each([
    ['appointment tomorrow at 3', 'on Sunday, November 22, at 3:00'],
    ['monday 10:30 am', 'on Monday, November 23, at 10:30 AM'],
    ['on 12/1 at noon', 'on Tuesday, December 1, at 12:00 PM'],
    ['Jan 5, 4pm', 'on Tuesday, January 5, at 4:00 PM'],
    ['at 25', ''],
    ['some day', ''],
    ['our visit last Friday', ''],
    ['the day after tomorrow at noon', 'on Monday, November 23, at 12:00 PM'],
    ['tomorrow at 15:00', 'on Sunday, November 22, at 3:00 PM'],
    ['appointment on 3/5 at 2 pm', 'on Friday, March 5, 2027, at 2:00 PM'],
    ['appointment at 123 Main St tomorrow', 'on Sunday, November 22'],
  ])('%j', (said, words) => {
    expect(whenWords(parseWhen(said, TODAY), 'en', TODAY)).toBe(words);
  });
});
