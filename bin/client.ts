// Makes the client package for programs of others, typed by the contract: npm run client [folder]
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CLIENT_FILE } from '../server/http/docs/client-file.ts';
import { boundEndpoints } from './bound-endpoints.ts';
import { methodsOf } from './client/operations.ts';
import { typeWriter } from './client/types.ts';
import { clientText } from './client/write-client.ts';

const ROOT = join(import.meta.dirname, '..');
const target = join(resolve(process.argv[2] ?? join(ROOT, 'dist')), CLIENT_FILE);
const work = mkdtempSync(join(tmpdir(), 'bellwether-client-'));

try {
  const { endpoints } = await boundEndpoints();
  const types = await typeWriter();
  const methods = methodsOf(endpoints, types);
  const sources = join(work, 'src');
  cpSync(join(ROOT, 'client'), sources, { recursive: true });
  writeFileSync(join(sources, 'index.ts'), clientText(methods));
  writeFileSync(join(sources, 'types.ts'), await types.text());
  compile(sources, join(work, 'package'));
  pack(join(work, 'package'));
  process.stdout.write(`${target}: ${methods.length} calls\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** As a program of any kind reads it: modules of ES2022, with types. */
function compile(sources: string, folder: string): void {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: sources,
    outDir: folder,
  };
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;
  const about = {
    name: '@bellwether/client',
    version,
    description: 'The API of Bellwether, typed.',
    license,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    engines: { node: '>=20.3' },
  };
  mkdirSync(folder);
  for (const place of [sources, folder]) writeFileSync(join(place, 'package.json'), JSON.stringify(about, null, 2));
  writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', sources], {
    stdio: 'inherit',
  });
  for (const file of ['README.md', 'LICENSE'])
    cpSync(join(file === 'LICENSE' ? ROOT : sources, file), join(folder, file));
}

function pack(folder: string): void {
  const [made] = JSON.parse(execFileSync('npm', ['pack', '--json', '--silent'], { cwd: folder, encoding: 'utf8' })) as [
    { filename: string },
  ];
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(folder, made.filename), target);
}
