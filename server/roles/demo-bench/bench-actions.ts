import type { DemoCommand, DemoWorld } from '#contract/demo.contract.ts';
import { demoScenarioOf, DEMO_SCENARIOS } from '#rules/access/demo-scenarios.ts';
import type { ClockMessage } from '../../demo-clock.ts';
import { BenchRefusal } from './bench-refusal.ts';
import type { BenchLines } from './bench-lines.ts';
import { createParts, type Parts } from './bench-parts.ts';
import { LINE_WORDS, secondsOf, sentenceOfCommand } from './bench-words.ts';
import { emptyWorld } from './empty-world.ts';
import type { KeptClock } from './keep-clock.ts';
import { refuseForeign } from './refuse-foreign.ts';

/** Dependencies of the test console once everything runs. */
export interface Stage extends Parts {
  /** The port that browsers know. */
  readonly port: number;
  /** Runs a role of the server to its end. */
  task(name: 'migrate' | 'demo'): Promise<void>;
}

export interface Tools {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly clock: KeptClock;
  readonly lines: BenchLines;
  /** Adds to the log. */
  note(text: string): void;
}

export type Progress = (sentence: string) => void;

export interface Actions {
  /** Describes a command's effect in a sentence. @throws {BenchRefusal} when it can't run. */
  plan(command: DemoCommand): Promise<string>;
  /** Settles once it is done and every restarted process is ready. */
  perform(command: DemoCommand, progress: Progress): Promise<void>;
  isResetting(): boolean;
  parts(): DemoWorld['parts'];
  /** Resumes everything that is paused. */
  close(): void;
}

type Handlers = {
  readonly [Do in DemoCommand['do']]: (
    command: Extract<DemoCommand, { do: Do }>,
    progress: Progress,
  ) => Promise<void> | void;
};

export function createActions(tools: Tools, stage: Stage): Actions {
  const { clock, databaseUrl, lines, note } = tools;
  const { web, jobs, voice } = stage;
  const services = [web, jobs, voice];
  const parts = createParts(stage);
  let resetting = false;

  const setClock = (aheadMs: number) => {
    clock.set(aheadMs);
    const message: ClockMessage = { type: 'demo.clock', aheadMs };
    for (const service of services) service.send(message);
  };
  /** Web, jobs and voice are down during this. */
  const whileDown = async (work: () => Promise<void>) => {
    await Promise.all(services.map((service) => service.hold()));
    try {
      await work();
    } finally {
      for (const service of services) service.release();
    }
    await Promise.all(services.map((service) => service.ready()));
  };
  const perform = async (command: DemoCommand, progress: Progress): Promise<void> => {
    const handle = handlers[command.do] as (command: DemoCommand, progress: Progress) => Promise<void> | void;
    await handle(command, progress);
  };

  const handlers: Handlers = {
    clock: ({ to }) => setClock(clock.aheadAt(to)),
    break: async (fault) => {
      await lines.putIn(fault.line, stage);
      lines.break(fault, () => note(`${LINE_WORDS[fault.line]} is back to normal: the time is up.`));
    },
    cut: async ({ line }) => {
      await lines.putIn(line, stage);
      lines.cut(line);
    },
    heal: ({ line }) => {
      for (const each of ['browser', 'database'] as const) if (line === undefined || line === each) lines.heal(each);
    },
    bench: async ({ to }) => {
      if (to === 'on') {
        await lines.putIn('browser', stage);
        await lines.putIn('database', stage);
      } else if (lines.isIn('browser') || lines.isIn('database')) await whileDown(lines.takeOut);
    },
    kill: ({ part }) => parts.kill(part),
    restart: ({ part }) => parts.restart(part),
    pause: (command) =>
      parts.pause(command.part, secondsOf(command) * 1_000, () =>
        note(`The ${command.part} process resumed on its own.`),
      ),
    resume: ({ part }) => parts.resume(part),
    reset: async (_, progress) => {
      resetting = true;
      await whileDown(() => resetWorld(tools, stage, setClock, progress)).finally(() => {
        resetting = false;
      });
    },
    scenario: async ({ name }, progress) => {
      for (const step of demoScenarioOf(name)?.steps ?? []) await perform(step, progress);
    },
  };

  return {
    plan: async (command) => {
      if (command.do === 'clock') return clockSentence(clock.aheadAt(command.to));
      if (command.do === 'scenario') return scenarioSentence(command.name);
      if (command.do === 'kill' || command.do === 'restart') parts.check(command.part);
      if (command.do === 'reset' && stage.database === null) await refuseForeign(databaseUrl);
      return sentenceOfCommand(command);
    },
    perform,
    isResetting: () => resetting,
    parts: parts.status,
    close: parts.close,
  };
}

/** A step that fails after the emptying is done by the next start, or the next reset. */
async function resetWorld(
  { dataDir, databaseUrl, lines, note }: Tools,
  { task }: Stage,
  setClock: (aheadMs: number) => void,
  progress: Progress,
): Promise<void> {
  const step = (sentence: string) => {
    progress(sentence);
    note(sentence);
  };
  await lines.takeOut();
  step('Web, jobs and voice are down. Emptying the database and the files.');
  await emptyWorld(dataDir, databaseUrl);
  setClock(0);
  step('Recreating the tables.');
  await task('migrate');
  step('The demo world is loaded.');
  await task('demo');
  step('Starting web, jobs and voice.');
}

const clockSentence = (aheadMs: number): string =>
  aheadMs === 0
    ? 'The clock shows real time.'
    : `The clock shows ${new Date(Date.now() + aheadMs).toString().slice(0, 33)}.`;

function scenarioSentence(name: string): string {
  const scenario = demoScenarioOf(name);
  if (scenario !== null) return scenario.sentence;
  const names = DEMO_SCENARIOS.map((known) => known.name).join(', ');
  throw new BenchRefusal(`Unknown scenario "${name}". Available: ${names}.`);
}
