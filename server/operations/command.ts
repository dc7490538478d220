import { asOwner, type Config, ConfigError, loadConfig } from '../config.ts';
import { sentenceOf } from '../roles/sentence-of.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const warn = (line: string): void => void process.stderr.write(`${line}\n`);

/** An invalid command line; the message explains the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs an operator's command with the settings of the environment, as the owner of the tables; a failure is sentences and exit code 1. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | null = null;
  try {
    config = asOwner(loadConfig(process.env));
    await work(config);
  } catch (error) {
    warn(wordsFor(error, config));
    process.exitCode = 1;
  }
}

function wordsFor(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return error.faults.join('\n');
  if (error instanceof UsageError) return error.message;
  const known = config && sentenceOf(error, config);
  return known ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
