import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brands } from '#brands/brand.ts';
import { sampleMails, WRITTEN_BY_PEOPLE } from './sample-mails.ts';

const FEATURES = join(import.meta.dirname, '../../server/features');
const all = Object.values(brands);

test('the gallery has an e-mail of every sender', async () => {
  const senders = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && /\bmailer\.send\(/u.test(readFileSync(join(FEATURES, file), 'utf8')),
  );
  const shown = new Set([...(await sampleMails('bellwether')).map(({ sender }) => sender), ...WRITTEN_BY_PEOPLE]);

  expect(senders.length).toBeGreaterThan(15);
  expect(senders.filter((file) => !shown.has(file))).toEqual([]);
});

describe.each(all)("$name's e-mails", (brand) => {
  test("have words in every place, and no other brand's name", async () => {
    const others = all.filter(({ key }) => key !== brand.key).map(({ name }) => name);
    for (const { name, mail } of await sampleMails(brand.key)) {
      const said = `${mail.subject}\n${mail.text}\n${mail.html ?? ''}`;
      expect([name, said]).not.toEqual([name, expect.stringMatching(/undefined|null|NaN|\[object/u)]);
      expect(others.filter((other) => said.includes(other))).toEqual([]);
    }
  });
});
