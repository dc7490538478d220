import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** What `preload` has asked for, in the browser: addresses of styles, and of scripts that have come. */
declare const asked: Set<string>;
/** Where `preload` finds the files of the first script's parts, and what came from there. */
declare const listed: { url: string; parts: Promise<readonly (readonly string[])[]> | undefined };

/**
 * Runs in the browser in place of Vite's helper. A browser never asks again for a module that did not come once, so the
 * files of a part are fetched before it is imported: what fails here, `load-part.ts` can repeat. `files` are addresses, or
 * the number of a part whose files `filesAside` has listed in a file of its own.
 */
async function preload<Part>(load: () => Promise<Part>, files: readonly string[] | number = []): Promise<Part> {
  if (typeof files === 'number') {
    listed.parts ??= fetch(listed.url).then((response) => {
      if (!response.ok) throw new Error(`${response.status} for ${listed.url}`);
      return response.json() as Promise<readonly (readonly string[])[]>;
    });
    try {
      files = (await listed.parts)[files] ?? [];
    } catch (error) {
      listed.parts = undefined;
      throw error;
    }
  }
  // All of them, whatever fails: a style that comes too late to be noted would never be asked for again.
  const every = await Promise.allSettled(
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
  const failed = every.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return load();
}

/** Has the files of a part fetched before it is imported. */
export const fetchedFirst = (): Plugin => ({
  name: 'fetched-first',
  apply: 'build',
  transform: {
    filter: { id: /\0vite\/preload-helper\.js$/u },
    handler: () => ({
      code: `const asked = new Set();\nconst listed = { url: '${LIST}', parts: undefined };\nexport const __vitePreload = ${preload.toString()};`,
      map: null,
    }),
  },
});

/** Stands for the address of the list until its content is known; as long as the address, so that source maps stay true. */
const LIST = '/assets/parts-########.json';

/** The line with which Vite lists the files of lazy parts in the script that loads them. */
const LISTED_HERE =
  /const __vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=(\[[^\]]*\])\)\)\)=>i\.map\(i=>d\[i\]\);/u;
const PART = /__vite__mapDeps\((\[[\d,]*\])\)/gu;

/**
 * Moves the file names of all lazy pages from the first script to a separate list: 300 hashes don't compress, and the
 * contact list needs none of them. On every other page, `public/first-paint.js` asks for the list immediately.
 */
export const filesAside = (): Plugin => ({
  name: 'files-aside',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = chunks.find((file) => file.isEntry);
      const line = first && LISTED_HERE.exec(first.code);
      const page = bundle['index.html'];
      if (!first || !line?.[1] || page?.type !== 'asset') throw new Error("Vite's list of lazy parts wasn't found.");
      const files = JSON.parse(line[1]) as string[];
      const parts: string[][] = [];
      first.code = first.code.replace(line[0], 'const __vite__mapDeps=i=>i;').replaceAll(PART, (call, list: string) => {
        parts.push((JSON.parse(list) as number[]).map((file) => files[file] ?? ''));
        // As long as before, so that the source map stays true. Spaces compress to nearly nothing.
        return `__vite__mapDeps(${parts.length - 1}`.padEnd(call.length - 1).concat(')');
      });
      const list = JSON.stringify(parts);
      const url = LIST.replace('########', createHash('sha256').update(list).digest('base64url').slice(0, 8));
      this.emitFile({ type: 'asset', fileName: url.slice(1), source: list });
      // The helper may be in any of the files.
      for (const chunk of chunks) chunk.code = chunk.code.replace(LIST, url);
      page.source = String(page.source).replace(
        '<script src="/first-paint.js">',
        `<meta name="lazy-parts" content="${url}" />\n    $&`,
      );
    },
  },
});
