import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The folder that holds package.json. */
export const ROOT = resolve(import.meta.dirname, '..');

const APP_ENVS = ['development', 'demo', 'stage', 'production'] as const;
const BRANDS = ['bellwether', 'silverline', 'stillwater', 'talentpath'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Settings that `<NAME>_FILE` may name a file for, so that the value never stands in the environment. */
const SECRETS = ['DATABASE_URL'] as const;

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: ({ input }) => `must be one of ${values.join(', ')}, but is "${String(input)}".` });

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: ({ input }) => `must be a whole number from 0 to 65535 (0 picks a free port), but is "${String(input)}".`,
  })
  .transform(Number);

const databaseUrl = z.string().refine((text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text), {
  error: 'must look like postgres://user:password@host:5432/database.',
});

const folder = z.string().refine((text) => !text.includes('\0'), { error: 'must be the path of a folder.' });

/** Every setting of the server, as it stands in the environment. An empty value counts as absent. */
const Settings = z.object({
  /** Absent means production: demo data and development rules are only ever asked for by name. */
  APP_ENV: oneOf(APP_ENVS).default('production'),
  BRAND: oneOf(BRANDS).default('bellwether'),
  PORT: port.default(3000),
  /** Absent means `localhost` (both families), and every address in stage and production. */
  HOST: z.string().optional(),
  /** Absent means `.data` in the checkout; a relative path starts at the working folder. */
  DATA_DIR: folder.optional(),
  /** Absent means the embedded PostgreSQL. */
  DATABASE_URL: databaseUrl.optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
});

export interface Config {
  appEnv: (typeof APP_ENVS)[number];
  brand: (typeof BRANDS)[number];
  /** 0 takes any free port. */
  port: number;
  /** A name or address to listen on; `localhost` means 127.0.0.1 and ::1. */
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** `null` means that the embedded PostgreSQL is to be used. */
  databaseUrl: string | null;
  logLevel: (typeof LOG_LEVELS)[number];
}

/** Everything that is wrong with the settings, one sentence a fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The setting itself, or the content of the file that `<NAME>_FILE` names. */
function readSecret(env: Environment, name: string, faults: string[]): string | undefined {
  const path = env[`${name}_FILE`];
  if (!path) return env[name];
  if (env[name]) faults.push(`${name} and ${name}_FILE are both set: keep one of them.`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    faults.push(`${name}_FILE names ${path}, which cannot be read.`);
    return undefined;
  }
}

/** Reads the settings. @throws {ConfigError} with every fault, not only the first. */
export function loadConfig(env: Environment): Config {
  const faults: string[] = [];
  const given: Record<string, string | undefined> = { ...env };
  for (const name of SECRETS) given[name] = readSecret(env, name, faults);
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));

  const parsed = Settings.safeParse(present);
  faults.push(...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const { APP_ENV, BRAND, PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL } = parsed.data;
  const open = APP_ENV === 'stage' || APP_ENV === 'production';
  return {
    appEnv: APP_ENV,
    brand: BRAND,
    port: PORT,
    host: HOST ?? (open ? '0.0.0.0' : 'localhost'),
    dataDir: DATA_DIR === undefined ? join(ROOT, '.data') : resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    logLevel: LOG_LEVEL,
  };
}
