import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#contract/api-access.contract.ts';
import { CLIENT_FILE } from '../../server/http/docs/client-file.ts';
import { isForPrograms } from '../../server/openapi.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { openTab } from '../session/tab.ts';
import { MISTAKES, PROGRAM } from './program.ts';

const run = promisify(execFile);
const TSC = join(process.cwd(), 'node_modules/typescript/lib/tsc.js');
const COMPILER = {
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.asynciterable'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(process.cwd(), 'node_modules/@types')],
};

/** Of somebody else, with the package in it. */
const folder = mkdtempSync(join(tmpdir(), 'bellwether-program-'));
const installed = join(folder, 'node_modules/@bellwether/client');

let it: TestApp;
let key: string;
beforeAll(async () => {
  await run(process.execPath, ['bin/client.ts', folder]);
  writeFileSync(join(folder, 'index.html'), '<html></html>');
  it = await openApp({ pages: folder, config: { appEnv: 'production', allowPlainHttp: true } });
  const agent = await openTab(it, 'agent');
  const scopes = ['contacts.read', 'contacts.write'] as const;
  key = (await agent.call(createApiKey, { body: { name: 'Program', scopes: [...scopes] } })).body.data.key;

  const answer = await fetch(`${it.url}/docs/bellwether-client.tgz`, { headers: { authorization: `Bearer ${key}` } });
  writeFileSync(join(folder, 'client.tgz'), Buffer.from(await answer.arrayBuffer()));
  mkdirSync(installed, { recursive: true });
  await run('tar', ['xzf', join(folder, 'client.tgz'), '--strip-components=1', '-C', installed]);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(async () => {
  await it.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the compiler says about these files of a program. */
function compiled(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config = { compilerOptions: COMPILER, files: Object.keys(files) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return spawnSync(process.execPath, [TSC, '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' }).stdout;
}

const samplesIn = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, sample = '']) => sample);

test('is for those who may see the page of the API', async () => {
  const path = '/docs/bellwether-client.tgz';
  const agent = await it.signIn('agent');

  expect([(await it.visitor().send('GET', path)).status, (await agent.send('GET', path)).status]).toEqual([401, 200]);
  expect((await it.visitor().send('GET', `/${CLIENT_FILE}`)).status).toBe(404);
});

test('is offered on the page of the API', async () => {
  const { body } = await (await it.signIn('agent')).send('GET', '/docs');

  expect(body).toContain('<a href="/docs/bellwether-client.tgz">TypeScript client</a>');
});

test('is a package without dependencies, of the version of the server', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const about = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;

  expect(about).toMatchObject({ name: '@bellwether/client', version, type: 'module' });
  expect(about).not.toHaveProperty('dependencies');
  expect(readdirSync(installed)).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'index.js', 'index.d.ts']));
});

test('has every call that a key may make, and nothing else', async () => {
  const { Bellwether } = (await import(/* @vite-ignore */ pathToFileURL(join(installed, 'index.js')).href)) as {
    Bellwether: new (options: object) => Record<string, Record<string, unknown>>;
  };
  const names = Object.values(new Bellwether({ apiKey: key, baseUrl: it.url })).flatMap((group) => Object.keys(group));
  const open = it.app.bound.filter(isForPrograms).map(({ name }) => name);

  expect(open.length).toBeGreaterThan(500);
  expect(names.toSorted()).toEqual(open.toSorted());
});

test('lacks only what the server refuses a key', async () => {
  const left = it.app.bound.filter((endpoint) => endpoint.access !== 'public' && !isForPrograms(endpoint));
  const answers = await Promise.all(
    left.map(async ({ name, method, path }) => {
      const headers = { authorization: `Bearer ${key}` };
      const { status } = await it.visitor().send(method, path.replaceAll(/:\w+/g, '1'), { headers });
      return [name, status];
    }),
  );

  expect(answers.length).toBeGreaterThan(30);
  expect(answers.filter(([, status]) => status !== 403)).toEqual([]);
});

describe('the compiler', () => {
  test('takes the program, and the samples of the README and of the help', () => {
    const samples = [...samplesIn('client/README.md'), ...samplesIn('docs/help/api-requests.md')];
    const files = Object.fromEntries(samples.map((sample, at) => [`sample-${at}.ts`, sample]));

    expect(samples.length).toBe(3);
    expect(compiled({ 'program.ts': PROGRAM, ...files })).toBe('');
  });

  test('sees mistakes', () => {
    const before = `import { Bellwether } from '@bellwether/client';
const bellwether = new Bellwether({ apiKey: '', baseUrl: '' });
const { contacts } = bellwether;
`;
    const text = before + MISTAKES.map((mistake) => `void (${mistake.slice(0, -1)});`).join('\n');
    const lines = new Set(
      [...compiled({ 'mistakes.ts': text }).matchAll(/^mistakes\.ts\((\d+),/gm)].map(([, at]) => at),
    );

    const first = before.split('\n').length;
    expect(lines).toEqual(new Set(MISTAKES.map((_, at) => String(first + at))));
  });
});

/** Stands in front of the server and spoils requests: answers in its place, or loses its answer. */
type Fault = { readonly status: number; readonly retryAfter?: number } | 'answer lost' | 'none';

const faults: Fault[] = [];
let front: Server;
let seen: { method: string | undefined; key: string | string[] | undefined }[] = [];
beforeAll(async () => {
  front = createServer((incoming, answer) => {
    seen.push({ method: incoming.method, key: incoming.headers['idempotency-key'] });
    pass(incoming, answer, faults.shift() ?? 'none');
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  front.closeAllConnections();
  return new Promise((resolve) => front.close(resolve));
});

function pass(incoming: IncomingMessage, answer: ServerResponse, fault: Fault): void {
  if (typeof fault === 'object') {
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
    incoming.resume();
    answer.writeHead(fault.status, headers).end('Not now.');
    return;
  }
  const { method, url, headers } = incoming;
  const onward = ask(it.url + String(url), { method, headers }, (reply) => {
    if (fault === 'answer lost') {
      reply.resume().on('end', () => answer.destroy());
      return;
    }
    answer.writeHead(Number(reply.statusCode), reply.headers);
    reply.pipe(answer);
  });
  incoming.pipe(onward);
}

describe('the program', () => {
  let found: Record<string, unknown>;
  beforeAll(async () => {
    // Of the first contact the answer is lost, the second finds a full server, the third calls too often.
    faults.push('answer lost', 'none', { status: 503, retryAfter: 3 }, 'none', { status: 429, retryAfter: 20 });
    seen = [];
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), url, key]);
    found = JSON.parse(stdout) as Record<string, unknown>;
  });

  test('waits as long as it is told, and repeats its writes with their keys', () => {
    const keys = seen.slice(0, 6).map(({ key: sent }) => sent);

    expect(found['waits']).toEqual([expect.any(Number), 3_000, 20_000]);
    expect([keys[1], keys[3], keys[5]]).toEqual([keys[0], keys[2], keys[4]]);
    expect(new Set(keys).size).toBe(3);
  });

  test('makes each contact once, whatever is lost', async () => {
    const { rows } = await it.owner.query(
      `select last_name, count(*)::int as made from contacts where last_name in ('Abbott', 'Baker', 'Castro', 'Dale')
       group by 1 order by 1`,
    );

    expect(rows.map(({ last_name: name, made }: { last_name: string; made: number }) => [name, made])).toEqual([
      ['Abbott', 1],
      ['Baker', 1],
      ['Castro', 1],
      ['Dale', 1],
    ]);
    expect(new Set(found['ids'] as number[]).size).toBe(1);
  });

  test('reads the list page after page', () => {
    const names = found['names'] as string[];

    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(expect.arrayContaining(['Abbott', 'Baker', 'Castro', 'Dale']));
    expect([found['page'], found['next']]).toEqual([3, expect.any(String)]);
    expect(seen.filter(({ method }) => method === 'PATCH').length).toBeGreaterThan(3);
    expect(found['city']).toBe('Austin');
  });

  test('reads why it is refused', () => {
    expect(found['refused']).toEqual({ code: 'refused', fields: ['email'], requestId: expect.any(String) });
    expect(found['forbidden']).toEqual({ code: 'access_denied', fields: ['user'], requestId: expect.any(String) });
  });
});
