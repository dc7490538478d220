import { type DemoCommand, type DemoLine, FAULT_S, type LineFault } from '#contract/demo.contract.ts';
import { lateOf, type Weather } from './flaky-line.ts';

export const LINE_WORDS: Readonly<Record<DemoLine, string>> = {
  browser: 'The line between browser and server',
  database: 'The line between server and database',
};

const PART_WORDS = {
  web: 'The web process',
  jobs: 'The jobs process',
  voice: 'The voice process',
  database: 'The database',
} as const;

/** Label of a broken connection. */
export function weatherWords(weather: Weather): string {
  const { fault, jitter_ms, bytes_per_s, cut_every_s } = weather;
  const words = {
    delay: '',
    blackhole: 'nothing passes and nothing closes',
    drop: 'every connection is reset and new ones are refused',
    'half-open': 'open connections are silently dead, new ones work',
  }[fault];
  const late = lateOf(weather);
  return [
    words,
    late > 0 ? `${late} ms late${jitter_ms ? `, give or take ${jitter_ms}` : ''}` : '',
    bytes_per_s === undefined ? '' : `at most ${bytes_per_s} bytes a second`,
    cut_every_s === undefined ? '' : `cut every ${cut_every_s} s`,
  ]
    .filter(Boolean)
    .join(', ');
}

export const secondsOf = ({ seconds = FAULT_S }: Pick<LineFault, 'seconds'>): number => seconds;

type Plain = Exclude<DemoCommand, { do: 'clock' | 'scenario' }>;

/** Label of a command in the present tense. */
export function sentenceOfCommand(command: Plain): string {
  switch (command.do) {
    case 'break':
      return `${LINE_WORDS[command.line]}: ${weatherWords(command)}, for ${secondsOf(command)} s.`;
    case 'cut':
      return `${LINE_WORDS[command.line]}: every connection is reset, once.`;
    case 'heal':
      return command.line === undefined
        ? 'Both lines are back to normal.'
        : `${LINE_WORDS[command.line]} is back to normal.`;
    case 'bench':
      return command.to === 'on'
        ? 'Breakable lines are on. Restarting web, jobs and voice.'
        : 'Breakable lines are off. Restarting web, jobs and voice.';
    case 'kill':
      return `${PART_WORDS[command.part]} was killed. It restarts on its own.`;
    case 'restart':
      return `${PART_WORDS[command.part]} is restarting.`;
    case 'pause':
      return `${PART_WORDS[command.part]} is paused for ${secondsOf(command)} s.`;
    case 'resume':
      return `${PART_WORDS[command.part]} resumed.`;
    case 'reset':
      return 'Deleting everything and reloading the demo world.';
  }
}
