import { leadBoxes, LEAD_WORDS_VERSION } from '#rules/public-pages/lead-words.ts';
import { Readable } from 'node:stream';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import { png } from './demo-papers.ts';

const DAY_MS = 86_400_000;

const ABOUT = `I help people who turn 65 choose between Original Medicare with a supplement and Medicare Advantage, and I stay their agent afterwards.

I will tell you when the plan you have is the better one.`;

const WRITER = { last_name: 'Pruitt', zip_code: '33602', agent: '' };

/** Head and shoulders, in the square that pages show round. */
const portrait = (): Buffer =>
  png(480, 480, (x, y) => {
    const isHead = Math.hypot((x - 240) / 88, (y - 190) / 108) < 1;
    const isHair = Math.hypot((x - 240) / 104, (y - 160) / 104) < 1 && !(isHead && y > 150);
    const isNeck = Math.abs(x - 240) < 40 && y > 270 && y < 350;
    const isJacket = Math.hypot((x - 240) / 190, (y - 500) / 180) < 1;
    const isShirt = isJacket && Math.abs(x - 240) < (400 - y) * 0.6 + 30 && y < 430;
    if (isHead || isNeck) return [224, 172, 136];
    if (isHair) return [74, 52, 40];
    if (isShirt) return [240, 244, 246];
    return isJacket ? [31, 78, 121] : [206, 220, 226];
  });

/** The photo of a page. */
async function insertPhoto(tx: Tx, accountId: number, userId: number, storage: Storage): Promise<void> {
  const [key, picture] = [`file-demo-portrait-${userId}`, portrait()];
  await storage.save(key, Readable.from([picture]));
  await tx.raw(
    `insert into user_files (account_id, user_id, kind, file_key, file_name, file_type, file_bytes)
     values ($1, $2, 'photo', $3, 'portrait.png', 'png', $4)`,
    [accountId, userId, key, picture.length],
  );
}

/** A page on which visitors book: a review of plans, with the scope of appointment that it needs. */
const insertBookingType = (tx: Tx, accountId: number, userId: number) =>
  tx.raw(
    `insert into booking_types (account_id, user_id, name, slug, minutes, buffer_after, notice_hours, per_day, place, soa_products)
     values ($1, $2, 'Plan review', 'plan-review-' || encode(sha256($3), 'hex')::varchar(10), 30, 15, 4, 6, 'By phone',
       '{advantage,part_d,medigap}')`,
    [accountId, userId, `demo ${userId}`],
  );

/** The public page of the agency's first agent, with a photo, a booking page and requests: of a contact, and one that a program sent. */
export async function insertDemoPages(
  tx: Tx,
  accountId: number,
  { storage, now }: { readonly storage: Storage | null; readonly now: Date },
): Promise<void> {
  const [agent] = await tx.raw<{ id: number; name: string; agency: string }>(
    `update users u set webpage_domain = coalesce(webpage_domain, case when u.username = 'agent' then lower(u.first_name) || '-' || lower(u.last_name)
         else u.username || '-page' end), webpage_active = true, about_me = $2
     from accounts a where a.id = u.account_id and u.id = (
       select id from users where account_id = $1 and 'agent' = any(roles) and active order by username <> 'agent', id limit 1)
     returning u.id, trim(u.first_name || ' ' || u.last_name) as name, a.name as agency`,
    [accountId, ABOUT],
  );
  if (agent === undefined) return;
  if (storage !== null) await insertPhoto(tx, accountId, agent.id, storage);
  await insertBookingType(tx, accountId, agent.id);
  const consents = leadBoxes(agent).map(({ box, words }) => ({
    box,
    words,
    version: LEAD_WORDS_VERSION,
    given: box === 'call',
  }));
  await tx.raw(
    `insert into webpage_leads (account_id, user_id, contact_id, key, proof, received_at, host, entered, consents, address, browser)
     select $1, $2, c.id, 'demo-contact', 'proven', $3, 'page.example',
       jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'phone', coalesce(c.phone, ''), 'email', coalesce(c.email, ''),
         'zip_code', c.zip_code, 'topic', 'Medicare', 'message', 'My plan changes in January. Can we look at it together?', 'agent', ''),
       $4, '192.0.2.15', 'Mozilla/5.0'
     from contacts c where c.account_id = $1 and c.owner_id = $2 and c.deleted_at is null and c.phone is not null order by c.id limit 1`,
    [accountId, agent.id, new Date(now.getTime() - DAY_MS), JSON.stringify(consents)],
  );
  await tx.raw(
    `insert into webpage_leads (account_id, user_id, key, proof, received_at, host, entered, consents, address, browser)
     values ($1, $2, 'demo-suspected', 'suspected', $3, 'page.example', $4, '[]', '192.0.2.80', 'Mozilla/5.0')`,
    [
      accountId,
      agent.id,
      new Date(now.getTime() - 2 * DAY_MS),
      JSON.stringify({
        ...WRITER,
        first_name: 'Best prices',
        phone: '',
        email: 'offers@example.net',
        topic: '',
        message: 'We rank your website first.',
      }),
    ],
  );
}
