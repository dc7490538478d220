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

/** What `preload` has asked for, in the browser: addresses of styles, and of scripts that have come. */
declare const asked: Set<string>;

/** Lazy parts that keep their name: browser tests cut their download. */
const CUT_BY_TESTS: readonly string[] = ['ImportsPage', 'ChatDock'];

/**
 * Runs in the browser in place of Vite's helper. A browser never asks again for a module that did not come once, so the
 * files of a part are fetched before it is imported: what fails here, `load-part.ts` can repeat.
 */
async function preload<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  // All of them, whatever fails: a style that comes too late to be noted would never be asked for again.
  const all = await Promise.allSettled(
    files.map(async (file) => {
      const href = `/${file}`;
      if (asked.has(href)) return;
      if (!file.endsWith('.css')) {
        const response = await fetch(href);
        if (!response.ok) throw new Error(`${response.status} for ${href}`);
        // Read to its end, or the browser doesn't keep it for the import.
        await response.blob();
        asked.add(href);
        return;
      }
      asked.add(href);
      if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return;
      await new Promise((resolve, reject) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.crossOrigin = '';
        link.href = href;
        link.onload = resolve;
        link.onerror = () => reject(new Error(`no styles at ${href}`));
        document.head.append(link);
      });
    }),
  );
  const failed = all.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return load();
}

const fetchedFirst = (): Plugin => ({
  name: 'fetched-first',
  apply: 'build',
  transform: {
    filter: { id: /\0vite\/preload-helper\.js$/u },
    handler: () => ({
      code: `const asked = new Set();\nexport const __vitePreload = ${preload.toString()};`,
      map: null,
    }),
  },
});

export default defineConfig({
  plugins: [react(), withoutRouterLink(), fetchedFirst(), compiledAhead(), compressed()],
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
            // What the same pages share comes as one file: the first script lists every file. Only layers below the
            // views: theirs would import each other in a circle.
            {
              name: 'shared',
              test: /src.(api|rules|brands)/u,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 30_000,
            },
          ],
        },
      },
    },
  },
});
