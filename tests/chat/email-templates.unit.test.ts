import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brandOf, brands } from '#brands/brand.ts';
import { FRESH } from '../../server/features/chat/email/draft.ts';
import { faultsOf } from '../../server/features/chat/email/free-text.ts';
import { OCCASIONS, type Occasion, occasionsOf } from '../../server/features/chat/email/occasions.ts';
import { writeEmail, type Writing } from '../../server/features/chat/email/write-email.ts';

const SENDER = {
  name: 'Marcus Reed',
  first_name: 'Marcus',
  agency: 'Riverbend Benefits',
  domain: 'riverbend.example',
  phone: '+15125550111',
  email: 'marcus@riverbend.example',
  job_title: 'licensed_insurance_agent',
} as const;
const MARIA = { first_name: 'Maria', last_name: 'Lopez', gender: 'female', language: null, dob: '1961-12-09' };

const occasion = (key: Occasion['key']): Occasion => {
  const found = OCCASIONS.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no occasion ${key}`);
  return found;
};
const writing = (key: Occasion['key'], more: Partial<Writing> = {}): Writing => ({
  occasion: occasion(key),
  draft: FRESH,
  contact: MARIA,
  sender: SENDER,
  brand: brandOf('bellwether'),
  isMarketing: false,
  today: '2026-11-21',
  ...more,
});
const said = {
  ...FRESH,
  talk: { kind: 'call', day: 'yesterday' },
  missing: 'the signed form',
  holiday: 'thanksgiving',
  when: { day: '2026-11-22', time: '3:00 PM' },
} as const;

/** Blanks that only the sender can fill. */
const ALLOWED_BLANKS = ['{postal address}', '{number of organizations}', '{number of products}'];

const everyDraft = Object.values(brands).flatMap((brand) =>
  occasionsOf(brand.trade).flatMap((of) =>
    (['en', 'es'] as const).flatMap((language) =>
      (['short', 'normal', 'long'] as const).flatMap((length) =>
        (['plain', 'friendly', 'formal'] as const).flatMap((tone) =>
          [false, true].map((isMarketing) => ({
            name: `${brand.key} ${of.key} ${language} ${length} ${tone} ${isMarketing}`,
            ...writeEmail(writing(of.key, { brand, isMarketing, draft: { ...said, language, length, tone } })),
          })),
        ),
      ),
    ),
  ),
);

describe('every template', () => {
  test('exists in both languages, and no other', () => {
    const files = readdirSync(join(import.meta.dirname, '../../server/features/chat/email/templates'));
    const parts = ['greeting', 'closing', 'footer', 'medicare'];
    const keys = [...parts, ...OCCASIONS.map(({ key }) => key)];

    expect(files.toSorted()).toEqual(keys.flatMap((key) => [`${key}.en.liquid`, `${key}.es.liquid`]).toSorted());
    expect(OCCASIONS.length).toBeGreaterThanOrEqual(12);
  });

  test('leaves no mark and no empty slot with any brand, tone and length', () => {
    const faulty = everyDraft.filter(({ subject, body }) => {
      const text = ALLOWED_BLANKS.reduce((rest, blank) => rest.replaceAll(blank, 'X'), `${subject}\n${body}`);
      return (
        subject.length < 5 ||
        body.length < 100 ||
        /[{}[\]|]|undefined|null|NaN|---|  |\n{3}| [.,:!?](?:\s|$)|\n | \n|^\s/.test(text)
      );
    });

    expect(everyDraft.length).toBeGreaterThan(1_000);
    expect(faulty.map(({ name }) => name)).toEqual([]);
  });

  test('names no brand, no price, no promise and no authority', () => {
    const names = Object.values(brands).map(({ name }) => name);
    // The signature is in every one of them, and the disclaimer mentions Medicare.gov because it must.
    const own = everyDraft.map(({ name, subject, body }) => ({
      name,
      text: `${subject}\n${body.split(/\n\n(?:We do not offer|No ofrecemos)/)[0]?.replaceAll(/\S+@\S+/g, '')}`,
    }));

    expect(own.filter(({ text }) => names.some((brand) => text.includes(brand))).map(({ name }) => name)).toEqual([]);
    expect(own.flatMap(({ text }) => faultsOf(text.replaceAll(/\{[^}]+\}/g, ''), SENDER))).toEqual([]);
  });

  test('is longer the longer it is asked for', () => {
    const lengths = OCCASIONS.map(({ key }) =>
      (['short', 'normal', 'long'] as const).map(
        (length) => writeEmail(writing(key, { draft: { ...said, length } })).body.length,
      ),
    );

    expect(lengths.filter(([short = 0, normal = 0, long = 0]) => !(short < normal && normal < long))).toEqual([]);
  });
});

describe('an e-mail', () => {
  test('reads naturally', () => {
    expect(writeEmail(writing('follow-up', { draft: said }))).toEqual({
      subject: 'Following up on our call yesterday',
      body: `Hello Maria,

Thank you for making time for our call yesterday. Is there anything you would like me to go over again?

If you have any questions, just reply to this e-mail or give me a call.

Best regards,
Marcus Reed
Licensed insurance agent
Riverbend Benefits
1-512-555-0111
marcus@riverbend.example`,
    });
  });

  test('for marketing includes the sender, the opt-out, and what the Medicare rules require', () => {
    const { subject, body } = writeEmail(writing('turning-65', { isMarketing: true }));

    expect(subject).toBe('Turning 65 in December');
    expect(body).toContain('This is an advertisement from Marcus Reed, Riverbend Benefits, {postal address}.');
    expect(body).toContain('reply and let me know, or call 1-512-555-0111');
    expect(body).toContain('We do not offer every plan available in your area.');
    expect(body).toContain('Riverbend Benefits is not connected with or endorsed by the United States government');
  });

  test('of a brand without Medicare speaks of none', () => {
    const bodies = (['pre-need', 'annual-review'] as const).map(
      (key) => writeEmail(writing(key, { isMarketing: true, brand: brandOf('stillwater') })).body,
    );

    expect(bodies.map((body) => /medicare/i.test(body))).toEqual([false, false]);
    expect(bodies[0]).toContain('I am a counselor with Riverbend Benefits');
  });

  test('goes in the language of its contact, unless another one is asked for', () => {
    const spanish = { ...MARIA, language: 'spanish' };

    expect(writeEmail(writing('birthday', { contact: spanish })).subject).toBe('¡Feliz cumpleaños, Maria!');
    expect(writeEmail(writing('birthday', { contact: spanish, draft: { ...FRESH, language: 'en' } })).subject).toBe(
      'Happy birthday, Maria!',
    );
  });

  test('says a day in the words of its language', () => {
    const draft = { ...said, language: 'es' } as const;

    expect(writeEmail(writing('appointment', { draft })).subject).toBe(
      'Nuestra cita el domingo, 22 de noviembre a las 3:00 p. m.',
    );
  });

  test('leaves visible blanks where nothing is known', () => {
    const { subject, body } = writeEmail(writing('appointment', { contact: null }));

    expect([subject, body.startsWith('Hello {first name},')]).toEqual(['Our appointment {day and time}', true]);
  });

  test('takes the text of a name for text', () => {
    const { subject } = writeEmail(writing('birthday', { contact: { ...MARIA, first_name: '{{ my_email }}' } }));

    expect(subject).toBe('Happy birthday, {{ my_email }}!');
  });
});

describe('a text that a model wrote', () => {
  test.each([
    ['See https://evil.example/x for more.', 1],
    ['See https://www.riverbend.example/plans for more.', 0],
    ['Write to thief@evil.example.', 1],
    ['Write to marcus@riverbend.example or call (512) 555-0111.', 0],
    ['Call 800-555-0199.', 1],
    ['It costs $120.', 1],
    ['We guarantee it, and we are the official Medicare office.', 1],
    ['Dear [name], {x}', 1],
    ['I was glad to hear of the new house.', 0],
  ])('%j has %i faults', (text, faults) => {
    expect(faultsOf(text, SENDER)).toHaveLength(faults);
  });
});
