import { parseArgs } from 'node:util';
import { safeParse } from 'zod/v4/core';
import { DemoCommand } from '../src/api/contract/demo.contract.ts';

/** Parsed command line: a command for the supervisor, or one that this program answers. */
export type Asked =
  | { readonly what: 'help' }
  | { readonly what: 'status' }
  | { readonly what: 'clock' }
  /** `isSure`: no confirmation needed. */
  | { readonly what: 'command'; readonly command: DemoCommand; readonly isSure: boolean };

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  yes: { type: 'boolean' },
  for: { type: 'string' },
  ms: { type: 'string' },
  jitter: { type: 'string' },
  rate: { type: 'string' },
  'cut-every': { type: 'string' },
} as const;

const FAULTS = ['drop', 'blackhole', 'half-open', 'delay'];

/** The part of the clock is no option, though it may begin with a dash. */
function split(args: readonly string[]): { words: readonly string[]; rest: readonly string[] } {
  return args[0] === 'clock' && !args.includes('--help') ? { words: args, rest: [] } : { words: [], rest: args };
}

/** @throws with a sentence when it is no command. */
export function readArguments(args: readonly string[]): Asked {
  const { words, rest } = split(args);
  const { values, positionals } = parseArgs({ args: [...rest], options: OPTIONS, allowPositionals: true });
  const [verb = 'help', ...names] = words.length > 0 ? words : positionals;
  if (values.help === true || verb === 'help') return { what: 'help' };
  if (verb === 'status') return { what: 'status' };
  if (verb === 'clock' && names.length === 0) return { what: 'clock' };
  const command = safeParse(DemoCommand, commandOf(verb, names, values));
  if (command.success) return { what: 'command', command: command.data, isSure: values.yes === true };
  throw new Error(`Unknown command: ${args.join(' ')}. See bin/demo-world --help.`);
}

type Values = Readonly<Partial<Record<keyof typeof OPTIONS, string | boolean>>>;

function commandOf(verb: string, names: readonly string[], values: Values): unknown {
  const [name] = names;
  if (verb === 'clock') return { do: 'clock', to: names.join(' ') };
  if (names.length > 1) return null;
  if (FAULTS.includes(verb)) {
    return present({
      do: 'break',
      line: name,
      fault: verb,
      seconds: numberOf(values.for),
      delay_ms: numberOf(values.ms),
      jitter_ms: numberOf(values.jitter),
      bytes_per_s: numberOf(values.rate),
      cut_every_s: numberOf(values['cut-every']),
    });
  }
  switch (verb) {
    case 'cut':
    case 'heal':
      return present({ do: verb, line: name });
    case 'bench':
      return { do: verb, to: name };
    case 'kill':
    case 'restart':
    case 'resume':
      return { do: verb, part: name };
    case 'pause':
      return present({ do: verb, part: name, seconds: numberOf(values.for) });
    case 'reset':
      return name === undefined ? { do: verb, confirm: 'reset' } : null;
    case 'scenario':
      return { do: verb, name };
    default:
      return null;
  }
}

const numberOf = (text: string | boolean | undefined) => (text === undefined ? undefined : Number(text));

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
