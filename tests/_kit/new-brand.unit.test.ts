import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { brandLists } from '../../bin/write-brands.ts';

const ROOT = join(import.meta.dirname, '../..');
const BRANDS = join(ROOT, 'src/brands');
const copy = mkdtempSync(join(tmpdir(), 'bw-brand-'));
afterAll(() => rmSync(copy, { recursive: true }));

/** Adds the folder of a brand to a copy of the sources, as Silverline under another name, and lists it. */
function addBrand(key: string, name: string): void {
  for (const folder of ['bin', 'server', 'src/api/contract', 'src/rules', 'src/brands', 'docs/help'])
    cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const made = join(copy, 'src/brands', key);
  mkdirSync(made);
  for (const file of ['silverline.ts', 'tokens.ts', 'legal.ts']) {
    const text = readFileSync(join(BRANDS, 'silverline', file), 'utf8');
    const named = text.replaceAll('Silverline', name).replaceAll('silverline', key).replaceAll('#415676', '#3f5a30');
    writeFileSync(join(made, file.replace('silverline', key)), named);
  }
  execFileSync(process.execPath, [join(copy, 'bin/brands.ts')]);
}

/** What the product of a brand shows to those who run it, visit it, read its mail or ask for help. */
const SHOWN = `
  import { loadConfig } from './server/config.ts';
  import { bootOf, pageOf } from './server/http/boot.ts';
  import { publicPage } from './server/http/public-page.ts';
  import { mailHappening } from './server/features/mail/security-mails.ts';
  import { legalPagesOf } from './src/brands/legal-pages.ts';
  import { brandOf } from './src/brands/brand.ts';
  import { jobTitlesOf } from './src/rules/access/job-titles.ts';
  const config = loadConfig({ BRAND: 'harborlight', APP_ENV: 'demo' });
  const brand = brandOf(config.brand);
  const mails = [];
  const mailer = { send: async (_tx, _account, mail) => void mails.push(mail) };
  const tx = { raw: async () => [{ username: 'ann', email: 'ann@example.com' }] };
  await mailHappening({ config, mailer }, tx, { accountId: 1, userId: 1 }, 'locked');
  const page = pageOf('<html data-brand="x"><head><title>x</title></head></html>', bootOf(config));
  console.log(JSON.stringify({
    page, mails,
    outside: publicPage(brand, { title: 'Hello', main: '' }).html,
    legal: legalPagesOf(brand),
    titles: jobTitlesOf(brand),
  }));
`;

test('the lists of all brands are as the folders say', () => {
  const written = Object.keys(brandLists(BRANDS)).map((name) => [name, readFileSync(join(BRANDS, name), 'utf8')]);
  expect(Object.fromEntries(written)).toEqual(brandLists(BRANDS));
});

test('a folder is a brand: settings, page, colors, e-mails, pages for visitors and legal texts know it', () => {
  addBrand('harborlight', 'Harborlight');
  const said = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', SHOWN], {
    cwd: copy,
    encoding: 'utf8',
  });
  const shown = JSON.parse(said) as {
    page: string;
    mails: { subject: string }[];
    outside: string;
    legal: object;
    titles: string[];
  };

  expect(shown.page).toContain('<title>Harborlight</title>');
  expect(shown.page).toContain('data-brand="harborlight"');
  expect(shown.page).toContain('#3f5a30');
  expect(shown.mails.map(({ subject }) => subject)).toEqual(['Harborlight: Your sign-in is locked']);
  expect(shown.outside).toContain('| Harborlight</title>');
  expect(shown.outside).toContain('#3f5a30');
  expect(JSON.stringify(shown.legal)).toContain('Harborlight');
  expect(shown.titles).toContain('licensed_insurance_agent');
  // The demo's password is the same in every brand.
  expect(said.replaceAll('bellwether-demo', '')).not.toMatch(/silverline|bellwether/i);
});
