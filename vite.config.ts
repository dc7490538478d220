import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** Lays `.br` and `.gz` beside every script and style sheet; the server sends what the browser takes. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = (await readdir(join(dir, 'assets'))).filter((name) => /\.(js|css)$/u.test(name));
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

/** Leaves out the router's own link, which each route has as `Route.Link`: the app's links are its own (RouterAnchor). */
const withoutRouterLink = (): Plugin => ({
  name: 'without-router-link',
  apply: 'build',
  load: {
    filter: { id: /@tanstack.react-router.dist.esm.link\.js$/u },
    handler: () => 'export const Link = null, createLink = null, linkOptions = null, useLinkProps = null;',
  },
});

export default defineConfig({
  plugins: [react(), withoutRouterLink(), compiledAhead(), compressed()],
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
        // The first script names every file of the lazy pages: what they share has no name of its own, so it gets none.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          isDynamicEntry || FIRST_SCRIPTS.includes(name) || name === 'rolldown-runtime'
            ? 'assets/[name]-[hash].js'
            : 'assets/[hash].js',
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
