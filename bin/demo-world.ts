// The bench of testers, from the terminal: `bin/demo-world --help`.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createInterface as createQuestions } from 'node:readline/promises';
import { isTryout } from '#rules/access/tryout.ts';
import { loadConfig } from '../server/config.ts';
import { type ControlAnswer, controlPath } from '../server/roles/demo-bench/control-socket.ts';
import type { DemoWorld } from '../src/api/contract/demo.contract.ts';
import { readArguments } from './demo-world-arguments.ts';
import { HELP } from './demo-world-help.ts';

/** Error sentence of an exit with 1. */
class Sentence extends Error {}

/** Asks the supervisor. @throws {Sentence} when there is none, or it refuses. */
async function ask(dataDir: string, question: object): Promise<ControlAnswer> {
  const socket = connect(controlPath(dataDir));
  let last: ControlAnswer | null = null;
  try {
    await new Promise<void>((done, refuse) => socket.once('connect', done).once('error', refuse));
    socket.write(`${JSON.stringify(question)}\n`);
    for await (const line of createInterface(socket)) {
      last = JSON.parse(line) as ControlAnswer;
      if ('progress' in last) console.log(last.progress);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES')
      throw new Sentence(`Bellwether in ${dataDir} belongs to another user. Run this as that user.`);
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED' && code !== 'ECONNRESET') throw error;
  }
  if (last !== null && 'refusal' in last) throw new Sentence(last.refusal);
  if (last !== null && !('progress' in last)) return last;
  throw new Sentence(nobodyThere(dataDir));
}

const nobodyThere = (dataDir: string): string =>
  `No answer from ${dataDir}. Start Bellwether with bin/start, or set DATA_DIR to the right one. Only a demo answers.`;

const seconds = (ms: number): string => {
  const all = Math.round(ms / 1_000);
  return all < 120 ? `${all} s` : all < 7_200 ? `${Math.round(all / 60)} min` : `${Math.round(all / 3_600)} h`;
};

function clockLine({ now, ahead_ms: ahead }: DemoWorld): string {
  const shown = new Date(now).toString().slice(0, 33);
  return ahead === 0
    ? `${shown}, real time`
    : `${shown}, ${seconds(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`;
}

const MIB = 2 ** 20;

function statusLines(world: DemoWorld): string[] {
  const lines = world.lines.map(({ line, in_place, fault }) => {
    const how = fault === null ? (in_place ? 'healthy, breakable line in place' : 'healthy') : '';
    return `${`line ${line}`.padEnd(15)} ${fault === null ? how : `${fault.words}; heals in ${seconds(fault.left_ms)}`}`;
  });
  const parts = world.parts.map(({ part, state, pid, up_ms, restarts, left_ms }) => {
    const facts = [
      state,
      pid === null ? '' : `process ${pid}`,
      up_ms === null ? '' : `up ${seconds(up_ms)}`,
      restarts === 0 ? '' : `started again ${restarts} ${restarts === 1 ? 'time' : 'times'}`,
      left_ms === null ? '' : `resumes in ${seconds(left_ms)}`,
    ];
    return `${part.padEnd(15)} ${facts.filter(Boolean).join(', ')}`;
  });
  const bytes = world.database_bytes;
  return [
    `clock           ${clockLine(world)}`,
    ...lines,
    ...parts,
    `database size   ${bytes === null ? 'no answer' : `${(bytes / MIB).toFixed(1)} MiB`}`,
    ...(world.resetting ? ['Resetting the demo world.'] : []),
  ];
}

/** @throws {Sentence} unless the word is typed. */
async function confirmReset(): Promise<void> {
  if (!process.stdin.isTTY) throw new Sentence('A reset deletes everything. Confirm with --yes.');
  const questions = createQuestions({ input: process.stdin, output: process.stdout });
  const word = await questions.question('This deletes everything in the demo world. Type "reset" to continue: ');
  questions.close();
  if (word.trim() !== 'reset') throw new Sentence('Nothing was changed.');
}

async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2));
  if (asked.what === 'help') return console.log(HELP.trimEnd());
  const { appEnv, dataDir } = loadConfig(process.env);
  if (!isTryout(appEnv))
    throw new Sentence(`bin/demo-world works in demo and development only, but APP_ENV is ${appEnv}.`);
  if (asked.what === 'command') {
    if (asked.command.do === 'reset' && !asked.isSure) await confirmReset();
    const answer = await ask(dataDir, asked.command);
    return console.log('done' in answer ? answer.done : '');
  }
  const answer = await ask(dataDir, { do: 'status' });
  if (!('world' in answer)) return;
  console.log(asked.what === 'clock' ? clockLine(answer.world) : statusLines(answer.world).join('\n'));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
