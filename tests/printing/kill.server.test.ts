import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPrintDesk, type PrintDesk } from './print-desk.ts';
import { readPdf, textOf } from './read-pdf.ts';

let it: PrintDesk;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prints-'));
  it = await openPrintDesk();
});
afterAll(async () => {
  await it.close();
  rmSync(folder, { recursive: true });
});

const body = `Dear {{ full_name }},\n\n${'Nothing changes by itself. '.repeat(40)}`;

function work(id: number, moment: string) {
  const program = join(import.meta.dirname, 'print-child.ts');
  const about = [it.deps.config.databaseUrl ?? '', folder, String(it.world.accountId), String(id), moment];
  return spawn(process.execPath, [program, ...about], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('a print whose worker is killed begins again and ends in one whole file', { timeout: 120_000 }, async () => {
  const { accountId, businessUnitId, userId } = it.identityOf('agent');
  await it.sql(
    `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, address, city)
     select $1, $2, $3, 200000 + n, 'Many', lpad(n::text, 4, '0'), n || ' Oak', 'Austin' from generate_series(1, 100) n`,
    [accountId, businessUnitId, userId],
  );
  const { id, jid } = await it.ask({ contacts_scope: {} }, { kind: 'letters', options: { sender: '', body } });
  const left: string[][] = [];
  for (const moment of ['1', '3', 'saved']) {
    const worker = work(id, moment);
    const exit = once(worker, 'exit');
    await once(worker.stdout, 'data');
    worker.kill('SIGKILL');
    await exit;
    expect(await it.read(jid)).toMatchObject({ status: 'working', has_file: false });
    left.push(readdirSync(folder));
  }
  const [code] = await once(work(id, 'never'), 'exit');

  const { status, done, printed, pages } = await it.read(jid);
  expect([code, status, done, printed, pages]).toEqual([0, 'complete', 100, 100, 100]);
  const key = `print-${jid}`;
  expect([left, readdirSync(folder)]).toEqual([[[`${key}.part`], [`${key}.part`], [key]], [key]]);
  const drawn = await readPdf(readFileSync(join(folder, key)));
  expect(drawn.map((page) => /Dear Many (\d+)\s*,/u.exec(textOf(page))?.[1])).toEqual(
    Array.from({ length: 100 }, (_, n) => String(n + 1).padStart(4, '0')),
  );
});
