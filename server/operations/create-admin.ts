// bin/create-admin [--agency name] [--name "First Last"] [--email address] [--username name]
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/v4/core';
import { RESET_MIN, WELCOME_DAYS } from '#contract/passwords.contract.ts';
import { createUser } from '#contract/users.contract.ts';
import type { Config } from '../config.ts';
import { createPool } from '../db/pool.ts';
import { txOn } from '../db/tx.ts';
import { type FirstAdmin, openFirstAdmin, type OpenedAdmin } from '../features/users/first-admin.service.ts';
import { runCommand, say, UsageError } from './command.ts';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage: bin/create-admin --agency "Harbor Insurance" --name "Dana Whitfield" --email dana@example.com --username dana
Creates an agency with its first administrator and prints a link to choose a password. Asks for anything you leave out.
For an existing administrator (same user name and e-mail), it prints a new link.`;

/** A value to ask for, and its question. */
const QUESTIONS = {
  agency: 'Agency name: ',
  name: "Administrator's first and last name: ",
  email: 'E-mail: ',
  username: 'User name: ',
} as const;
type Answers = Record<keyof typeof QUESTIONS, string>;

const option = { type: 'string' } as const;

function given(): Partial<Answers> & { help?: boolean } {
  try {
    const options = {
      agency: option,
      name: option,
      email: option,
      username: option,
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ options }).values;
  } catch {
    throw new UsageError(USAGE);
  }
}

/** @throws {UsageError} when an option is missing and there is no terminal to ask. */
async function complete(known: Partial<Answers>): Promise<Answers> {
  const names = Object.keys(QUESTIONS) as (keyof Answers)[];
  const missing = names.filter((name) => !known[name]);
  const answers = { ...known } as Answers;
  if (missing.length === 0) return answers;
  if (!process.stdin.isTTY) throw new UsageError(`Missing: ${missing.map((name) => `--${name}`).join(', ')}\n${USAGE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  for (const name of missing) answers[name] = await terminal.question(QUESTIONS[name]);
  terminal.close();
  return answers;
}

/** @throws {UsageError} with everything that is wrong with the answers. */
function wantedOf({ agency, name, email, username }: Answers, { brand }: Config): FirstAdmin {
  const [first = '', ...rest] = name.trim().split(/\s+/u);
  const user = { username, email, first_name: first, last_name: rest.join(' ') };
  const checked = z.safeParse(createUser.body, { user: { ...user, account_type: 'admin' } });
  const faults = (checked.error?.issues ?? []).map(({ path, message }) => `${String(path.at(-1))}: ${message}`);
  if (agency.trim() === '') faults.unshift('agency: Enter a name.');
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return { agency: agency.trim(), brand, user };
}

async function open(url: string, wanted: FirstAdmin): Promise<OpenedAdmin> {
  const pool = createPool({ url, role: 'bellwether_definer', max: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const opened = await openFirstAdmin(txOn(client), wanted, new Date());
    await client.query('commit');
    return opened;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
    await pool.end();
  }
}

await runCommand(async (config) => {
  const { help, ...known } = given();
  if (help) return say(USAGE);
  const wanted = wantedOf(await complete(known), config);
  const database = await reachDatabase(config);
  try {
    const { created, token } = await open(database.url, wanted);
    const { username } = wanted.user;
    say(created ? `Created ${wanted.agency} with ${username} as its administrator.` : `${username} already exists.`);
    say(
      `Choose a password here. The link works once, for ${created ? `${WELCOME_DAYS} days` : `${RESET_MIN} minutes`}:`,
    );
    say(`${config.appUrl ?? `http://localhost:${config.port}`}/reset-password?token=${token}`);
  } finally {
    await database.close();
  }
});
