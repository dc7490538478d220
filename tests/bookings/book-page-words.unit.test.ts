import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bookRefusalIn } from '../../server/features/bookings/book-page-words.ts';

const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('everything that a visitor is refused with is said in Spanish, too', () => {
  const service = source('server/features/bookings/bookings.service.ts');
  const form = /export const BookingForm = z\.object\(\{([^]*?)\}\);/.exec(
    source('src/api/contract/bookings.contract.ts'),
  )?.[1];
  const messages = [
    ...service.matchAll(/(?:Refusal|refuseField)\(\s*'\w+',\s*(?:"([^"]+)"|'([^']+)')/g),
    ...(form ?? '').matchAll(/minLength\(1, (?:"([^"]+)"|'([^']+)')/g),
  ].map(([, double, single]) => double ?? single ?? '');

  expect(messages.length).toBeGreaterThan(12);
  expect(messages.filter((text) => bookRefusalIn(text, 'es') === text)).toEqual([]);
  expect(bookRefusalIn('Use at most 60 characters.', 'es')).toBe('Use como máximo 60 caracteres.');
});
