import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { outboxMailer } from '../../server/adapters/mail/outbox-mail.ts';
import { loadConfig } from '../../server/config.ts';
import { APP_ROLE, createPool } from '../../server/db/pool.ts';
import { runBroadcast } from '../../server/features/broadcasts/sending/run-broadcast.ts';
import { carryText, settleText } from '../../server/features/messages/sending/carry-text.ts';
import { createSeal } from '../../server/seal.ts';
import { outsideCarrier } from './outside-carrier.ts';

// A process of its own that sends one broadcast, to be killed: <database url> <account id> <broadcast id> <clock ahead in ms>.
// It also does what the chores of texts do for those that a killed process left.
const [url = '', account, broadcast, ahead] = process.argv.slice(2);
const pool = createPool({ url, role: APP_ROLE, max: 8 });
const owner = createPool({ url, max: 4 });
const config = { ...loadConfig({ APP_ENV: 'development', DATABASE_URL: url }) };
const use = {
  pool,
  config: { ...config, textPace: { ...config.textPace, numberASecond: 1_000_000, campaignAMinute: 1_000_000 } },
  seal: createSeal([Buffer.alloc(32, 7)]),
  mailer: outboxMailer(config),
  textLine: outsideCarrier(owner),
  jobs: { enqueue: () => Promise.resolve(), resume: () => Promise.resolve(true) },
  log: pino({ level: 'silent' }),
  now: () => new Date(Date.now() + Number(ahead)),
};
const accountId = Number(account);
const data = { accountId, broadcastId: Number(broadcast) };
const left = async (statuses: readonly string[]) =>
  (
    await owner.query<{ id: number }>(
      'select id from text_messages where broadcast_id = $1 and status = any($2) order by id',
      [data.broadcastId, statuses],
    )
  ).rows;

process.stdout.write('begun\n');
for (;;) {
  for (const { id } of await left(['sending', 'unconfirmed'])) await settleText(use, { accountId, textId: id });
  for (const { id } of await left(['queued'])) await carryText(use, { accountId, textId: id });
  await runBroadcast(use, data, new AbortController().signal);
  const { rows } = await owner.query<{ status: string }>('select status from broadcasts where id = $1', [
    data.broadcastId,
  ]);
  if (rows[0]?.status !== 'sending') break;
  await sleep(100);
}
await Promise.all([pool.end(), owner.end()]);
