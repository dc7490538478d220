import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RELEASES } from '../../server/db/releases.ts';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(src|server|bench|bin|tests|model-tests)\//.test(file));
const code = tracked.filter((file) => /\.(ts|tsx|css|mjs|sql)$/.test(file));
const product = code.filter((file) => /^(src|server)\//.test(file));
const textOf = (file: string) => readFileSync(file, 'utf8');

const offenders = (files: readonly string[], pattern: RegExp) => files.filter((file) => pattern.test(textOf(file)));

/** By `npm run schema`, and compared with the migrations by `tests/_db/schema.pg.test.ts`. */
const GENERATED = 'server/db/schema.ts';

test('the listing found the sources', () => expect(product.length).toBeGreaterThan(80));

describe('sizes', () => {
  test('no source file passes 400 lines, no test 600', () => {
    const long = code
      .filter((file) => file !== GENERATED)
      .map((file) => [file, textOf(file).split('\n').length - 1] as const)
      .filter(([file, lines]) => lines > (/^(tests|model-tests|bench)\//.test(file) ? 600 : 400));
    expect(long).toEqual([]);
  });
});

describe('words', () => {
  test('no folder or file is a dumping ground', () => {
    expect(tracked.filter((file) => /(^|\/)(utils?|helpers?|misc|common|lib|shared)(\/|\.\w+$)/.test(file))).toEqual(
      [],
    );
  });

  test('no source hides a fault from the compiler or promises to be finished later', () => {
    expect(offenders(product, /@ts-ignore|@ts-expect-error|@ts-nocheck|\bTODO\b|\bFIXME\b|\bas any\b|: any\b/)).toEqual(
      [],
    );
  });

  test('no page tells a time in a zone by its short name, which has no summer', () => {
    const bare = /=\{user\.timezone\}|, user\.timezone\)/;
    expect(
      offenders(
        product.filter((file) => file.startsWith('src/views/')),
        bare,
      ),
    ).toEqual([]);
  });

  test('no page makes the pace of a resource with every render, which would subscribe without end', () => {
    expect(
      offenders(
        product.filter((file) => file.startsWith('src/views/')),
        /reloadAfter: (?:async )?\(/,
      ),
    ).toEqual([]);
  });

  test('no test is skipped or run alone', () => {
    expect(
      offenders(
        code.filter((file) => /\.test\.tsx?$/.test(file)),
        /\b(it|test|describe)\.(skip|only|todo)\b/,
      ),
    ).toEqual([]);
  });
});

describe('layers', () => {
  test('every part of a page loads through lazyPart, which waits for the network', () => {
    const bare = /import \{[^}]*\blazy\b[^}]*\} from 'react'/;
    expect(
      offenders(
        product.filter((file) => !file.endsWith('/lazy-part.ts')),
        bare,
      ),
    ).toEqual([]);
  });

  test('no brand is asked by name outside src/brands', () => {
    const asking = /(brand|BRAND)(\.key)?\s*===?\s*['"](bellwether|silverline|stillwater|talentpath)['"]/;
    expect(
      offenders(
        product.filter((file) => !file.startsWith('src/brands/')),
        asking,
      ),
    ).toEqual([]);
  });

  test('machines read no clock, no DOM and no storage', () => {
    const machines = product.filter((file) => file.startsWith('src/machines/'));
    expect(
      offenders(
        machines,
        /\bDate\.now\(|\bnew Date\(\)|\bdocument\.|\bwindow\.|localStorage|sessionStorage|\bfetch\(|Math\.random/,
      ),
    ).toEqual([]);
  });

  test('views ask for tags, never for state paths', () => {
    const views = product.filter((file) => file.startsWith('src/views/'));
    expect(offenders(views, /\b(snapshot|state|now|s)\.matches\(/)).toEqual([]);
  });

  test('views do not fetch', () => {
    const views = product.filter((file) => file.startsWith('src/views/') && !/^src\/views\/_(app|base)\//.test(file));
    expect(offenders(views, /\bfetch\(|XMLHttpRequest|new WebSocket/)).toEqual([]);
  });

  test('views run machines by usePageMachine, so that all are recorded', () => {
    const views = product.filter((file) => file.startsWith('src/views/') && !file.endsWith('/use-page-machine.ts'));
    expect(offenders(views, /\buse(ActorRef|Machine|Actor)[<(]/)).toEqual([]);
  });

  test('subjects are born in realtime only', () => {
    const elsewhere = product.filter((file) => file.startsWith('src/') && !file.startsWith('src/realtime/'));
    expect(offenders(elsewhere, /new (Behavior|Replay)?Subject\b/)).toEqual([]);
  });

  test('sources export by name', () => {
    expect(
      offenders(
        product.filter((file) => file.startsWith('src/')),
        /^export default /m,
      ),
    ).toEqual([]);
  });

  test('only the cable contract spells the channel names on the server side of the wire', () => {
    const senders = product.filter((file) => file.startsWith('server/features/') && !file.endsWith('.channel.ts'));
    expect(
      offenders(senders, /['"](ConvergeOneChannel|SmsChannel|ContactsImportChannel|NotificationsChannel)['"]/),
    ).toEqual([]);
  });
});

test('no prepared statement answers columns that it does not name', () => {
  const named = /\bname: '\w+',\s*text: (['"`])[^'"`]*\bselect (\w+\.)?\*/;
  const texts = /\.prepared(<[^(]*>)?\(\s*(['"`])select (\w+\.)?\*/;
  const server = product.filter((file) => file.startsWith('server/'));
  expect([...offenders(server, named), ...offenders(server, texts)]).toEqual([]);
});

test('a migration is never edited into another order', () => {
  const migrations = code.filter((file) => file.startsWith('server/db/migrations/'));
  expect(migrations.every((file) => /\/\d{4}_[a-z_]+\.sql$/.test(file))).toBe(true);
});

test('a function changes in its file, not in a migration', () => {
  const migrations = code.filter((file) => file.startsWith('server/db/migrations/'));
  const files = code.filter((file) => file.startsWith('server/db/functions/'));
  const kept = new Set(files.flatMap((file) => [...textOf(file).matchAll(KEPT)].map(([, name]) => name)));
  const made = migrations.flatMap((file) => [...textOf(file).matchAll(MADE)].map(([, name]) => name ?? ''));
  const dropped = migrations.flatMap((file) => [...textOf(file).matchAll(DROPPED)].map(([, name]) => name ?? ''));

  expect(kept.size).toBeGreaterThan(100);
  expect(made.filter((name) => !kept.has(name) && !dropped.includes(name))).toEqual([]);
  expect(
    offenders(
      migrations.filter((file) => file > 'server/db/migrations/0051'),
      /^create or replace (function|procedure)/im,
    ),
  ).toEqual([]);
});

test('a function of a migration that is not released yet is the one of its file', () => {
  const released = `server/db/migrations/${RELEASES.at(-1)?.last}.sql`;
  const textsIn = (folder: string, after = '') =>
    code
      .filter((file) => file.startsWith(`server/db/${folder}/`) && file > after)
      .toSorted()
      .flatMap((file) => [...textOf(file).matchAll(WHOLE)].map(([, name = '', text = '']) => [name, text] as const));
  const kept = new Map(textsIn('functions'));
  const unreleased = new Map(textsIn('migrations', released));
  for (const file of code.filter((one) => one.startsWith('server/db/migrations/') && one > released))
    for (const [, name = ''] of textOf(file).matchAll(DROPPED)) if (!kept.has(name)) unreleased.delete(name);

  expect(unreleased.size).toBeGreaterThan(0);
  expect([...unreleased].filter(([name, text]) => kept.get(name) !== text).map(([name]) => name)).toEqual([]);
});

const WHOLE = /^create (?:or replace )?function (\w+)\b([^;$]*\$\$.*?\$\$[^;]*;)/gms;
const KEPT = /^create or replace (?:function|procedure) (\w+)/gim;
const MADE = /^create (?:or replace )?(?:function|procedure) (\w+)/gim;
const DROPPED = /^drop (?:function|procedure) (?:if exists )?(\w+)/gim;
