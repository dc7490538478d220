import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../server/config.ts';
import { SECRETS, Settings } from '../../server/config/settings.ts';
import { registry } from '../../server/telemetry/instruments.ts';
import '../../server/telemetry/backlog.ts';
import '../../server/telemetry/observe-pool.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Registered {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

test('the table of metrics is what is registered', () => {
  const rows = [...read('docs/telemetry.md').matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) ?\| (.*) \|$/gm)];
  const registered = (registry.getMetricsAsArray() as unknown as Registered[]).map((metric) =>
    [
      metric.name,
      metric.constructor.name.toLowerCase(),
      (metric.labelNames ?? []).map((label) => `\`${label}\``).join(', '),
      metric.help,
    ].join(' | '),
  );

  expect(rows.map(([, ...cells]) => cells.join(' | ')).toSorted()).toEqual(registered.toSorted());
});

test('every setting is documented, in the README or a page that it leads to', () => {
  const pages = [...read('README.md').matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].map(([, path = '']) => path);
  const words = new Set([read('README.md'), ...pages.map(read)].join('\n').match(/`[A-Z][A-Z0-9_]+`/g));

  expect(Object.keys(Settings.shape).filter((name) => !words.has(`\`${name}\``))).toEqual([]);
});

test('every secret may come from a file', () => {
  const secret = /TOKEN(?!S)|SECRET|KEYS|KEY_ID|(API|DKIM)_KEY$|PASSWORD|DATABASE_(\w+_)?URL|SMTP_URL/;

  expect(
    Object.keys(Settings.shape)
      .filter((name) => secret.test(name))
      .toSorted(),
  ).toEqual([...SECRETS].toSorted());
});
