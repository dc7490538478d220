import { type Config, ConfigError, loadConfig } from '../../config.ts';
import { SECRETS, Settings } from '../../config/settings.ts';
import { BACKUP_SETTINGS, backupKeyOf } from '../backup-settings.ts';
import { type Check, reasonOf, type Told } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES: readonly string[] = [
  ...Object.keys(Settings.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
  ...BACKUP_SETTINGS,
];

export const settingsCheck: Check = {
  name: 'settings',
  look: ({ env }) => {
    const faults = [...settingsFaults(env), ...keyFaults(env)].map((sentence): Told => ['fault', sentence]);
    const told = [...faults, ...strangers(env).map((sentence): Told => ['warn', sentence])];
    return told.length > 0 ? told : [['ok', `Valid for ${env['APP_ENV'] || 'production'}.`]];
  },
};

function settingsFaults(env: Environment): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [reasonOf(error)];
  }
}

function keyFaults(env: Environment): string[] {
  try {
    backupKeyOf(env);
    return [];
  } catch (error) {
    return [`${reasonOf(error)}.`];
  }
}

/** Environment variables with our prefix that nothing reads. */
export function strangers(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    if (NAMES.includes(name)) return [];
    const stem = name.replace(/_FILE$/, '');
    if (stem !== name && NAMES.includes(stem)) {
      return [`${name} is ignored: only secrets can come from files (${SECRETS.join(', ')}).`];
    }
    const meant = NAMES.find((known) => distance(name.toUpperCase(), known) <= (known.length > 5 ? 2 : 0));
    return meant === undefined ? [] : [`${name} isn't a setting. Did you mean ${meant}?`];
  });
}

/** Letters to add, drop or change (Levenshtein); names of very different lengths count as far apart. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The settings without those that are wrong, so that the other checks have something to go by. */
export function soundConfig(env: Environment): Config {
  let kept: Environment = { APP_ENV: 'development' };
  for (const name of NAMES) {
    if (!env[name]) continue;
    try {
      loadConfig({ ...kept, [name]: env[name] });
      kept = { ...kept, [name]: env[name] };
    } catch {
      // Said by the check of the settings.
    }
  }
  try {
    return loadConfig(env);
  } catch {
    return loadConfig(kept);
  }
}
