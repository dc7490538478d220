import { Readable } from 'node:stream';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import { png } from './demo-papers.ts';

type Shade = readonly [red: number, green: number, blue: number];

const MAIN: Shade = [31, 78, 121];

/** A shield on a plain ground. */
const logo = (): Buffer =>
  png(320, 180, (x, y) => {
    const [across, down] = [Math.abs(x - 160), y - 30];
    const isShield = down >= 0 && down <= 120 && across <= 52 - Math.max(0, down - 60) * 0.8;
    return isShield ? MAIN : [244, 246, 248];
  });

const FAQS = [
  { question: 'Who can enroll?', answer: 'Anyone with Medicare Parts A and B who lives in the service area.' },
  {
    question: 'Which pharmacies are in the network?',
    answer: 'Most national chains. The directory below lists all of them.',
  },
];
const NEWS = [
  { title: 'New service area', text: 'Plans are now offered in 14 more counties.', day: '2026-10-15', link: '' },
];
const HOURS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
  day,
  opens: '08:30',
  closes: '17:00',
}));

/** A sponsor with a page, files and products, and one that is retired. */
export async function insertDemoCorporations(tx: Tx, accountId: number, storage: Storage | null): Promise<void> {
  const picture = storage === null ? null : logo();
  const key = picture === null ? null : `file-demo-corporation-${accountId}`;
  if (storage !== null && picture !== null && key !== null) await storage.save(key, Readable.from([picture]));
  const [sponsor] = await tx.raw<{ id: number }>(
    `insert into corporations (account_id, type, name, description, domain_name, color_1, color_2, color_3, faqs, latest_news,
       languages_spoken, office_hours, office_address, city, state, zip_code, phone, email, facebook, tracking_code, webpage_active,
       file_key, file_name, file_type, file_bytes)
     values ($1, 'Sponsor', 'Silver Oak Life', 'Medicare Advantage and supplement plans in the Southeast.', 'silveroaklife.example',
       '#1f4e79', '#0b5e73', '#ffffff', $2, $3, '{English,Spanish}', $4, '400 Bayfront Drive', 'Tampa', 'FL', '33602',
       '+18135550110', 'agents@silveroaklife.example', 'https://facebook.example/silveroaklife', 'G-ABC1234567', true,
       $5, case when $5::text is not null then 'logo.png' end, case when $5::text is not null then 'png' end, $6)
     returning id`,
    [accountId, JSON.stringify(FAQS), JSON.stringify(NEWS), JSON.stringify(HOURS), key, picture?.length ?? null],
  );
  await tx.raw(
    `insert into corporation_files (account_id, corporation_id, file_title, file_link)
     values ($1, $2, 'Pharmacy directory', 'https://silveroaklife.example/pharmacies.pdf')`,
    [accountId, sponsor?.id],
  );
  await tx.raw(
    `insert into corporations (account_id, type, name, description, retired)
     values ($1, 'Carrier', 'Coastal Mutual', 'Merged into Silver Oak Life in 2025.', true)`,
    [accountId],
  );
  await tx.raw(
    `update products set corporation_id = $2
     where id in (select id from products where account_id = $1 order by id limit 2)`,
    [accountId, sponsor?.id],
  );
}
