import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { fetchedFirst, filesAside } from './bin/lazy-parts.ts';

/** Lays `.br` and `.gz` beside every script, style sheet and list; the server sends what the browser takes. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = (await readdir(join(dir, 'assets'))).filter((name) => /\.(js|css|json)$/u.test(name));
    await Promise.all(
      files.map(async (name) => {
        const path = join(dir, 'assets', name);
        const text = await readFile(path);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(text));
        await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
      }),
    );
  },
});

/** Chunks that every visit needs. */
const FIRST_SCRIPTS: readonly string[] = ['libraries', 'index'];
/** Their files, with what the bundler adds to them. */
const ALWAYS_THERE = /\/(libraries|index|rolldown-runtime)-[^/]+\.js$/u;

/** Has the engine compile them whole while they come, on a thread of its own, instead of function by function. */
const compiledAhead = (): Plugin => ({
  name: 'compiled-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !FIRST_SCRIPTS.includes(file.name)) continue;
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        const map = bundle[`${file.fileName}.map`];
        if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";');
      }
    },
  },
});

/** Puts `code` in the place of one module of a library. */
const inPlaceOf = (name: string, module: RegExp, code: string): Plugin => ({
  name,
  apply: 'build',
  load: { filter: { id: module }, handler: () => code },
});

/** Parts of libraries that nothing here uses, though the rest imports them. */
const withoutUnused = (): Plugin[] => [
  // Each route has the router's own link as `Route.Link`: the app's links are its own (RouterAnchor).
  inPlaceOf(
    'without-router-link',
    /@tanstack.react-router.dist.esm.link\.js$/u,
    'export const Link = null, createLink = null, linkOptions = null, useLinkProps = null;',
  ),
  // Writes are machines (`useSubmit`): the client's cache of them is only ever cleared.
  inPlaceOf(
    'without-mutations',
    /@tanstack.query-core.build.modern.mutationCache\.js$/u,
    'export class MutationCache { clear() {} }',
  ),
  // Lists turn pages.
  inPlaceOf(
    'without-infinite-queries',
    /@tanstack.query-core.build.modern.infiniteQueryBehavior\.js$/u,
    'export const infiniteQueryBehavior = null, hasNextPage = null, hasPreviousPage = null;',
  ),
  // The kit draws every icon (`_kit/display/Icon.tsx`), with a class, a stroke and `aria-hidden`: no theme, no sizes.
  inPlaceOf(
    'small-icons',
    /lucide-react.dist.esm.createLucideIcon\.mjs$/u,
    `import { createElement } from 'react';
const frame = { xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none',
  stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' };
export default ({ node }) => (props) =>
  createElement('svg', { ...frame, ...props }, ...node.map(([tag, attributes]) => createElement(tag, attributes)));`,
  ),
];

/** Lazy parts that keep their name: browser tests cut their download. */
const CUT_BY_TESTS: readonly string[] = ['ImportsPage', 'ChatDock'];

export default defineConfig({
  plugins: [react(), withoutUnused(), fetchedFirst(), filesAside(), compiledAhead(), compressed()],
  resolve: {
    // RxJS ships classes for ES2015 under this name and ES5 with tslib otherwise.
    conditions: ['es2015', ...defaultClientConditions],
    // React has had this hook since version 18; the shim carries it once more.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/u,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/u, replacement: 'react' },
    ],
  },
  build: {
    outDir: 'dist',
    sourcemap: true,
    target: 'es2022',
    manifest: true,
    // Every browser of this target fetches ahead what `modulepreload` names, or runs well without.
    modulePreload: {
      polyfill: false,
      // The first script lists what each lazy page needs: not what is there by then.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => !ALWAYS_THERE.test(file)) : needed,
    },
    // What every visit needs comes in two files instead of fifty; libraries change less often than the app does.
    rolldownOptions: {
      output: {
        // The first script lists every file of the lazy pages: a name for each would cost more than half a kilobyte.
        chunkFileNames: ({ name }) =>
          FIRST_SCRIPTS.includes(name) || CUT_BY_TESTS.includes(name) || name === 'rolldown-runtime'
            ? 'assets/[name]-[hash:7].js'
            : 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:7].css' : 'assets/[name]-[hash:8][extname]',
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules(?!.lucide-react)/u, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'icons', test: /lucide-react/u },
          ],
        },
      },
    },
  },
});
