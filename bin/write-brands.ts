import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HEAD = '// Written by `npm run brands` from the folders beside it.\n';

const isFolder = (entry: { isDirectory: () => boolean }) => entry.isDirectory();

/**
 * The lists of all brands, by their file: texts and colors apart, because the first script carries neither. `folder`: of
 * the brands, one folder each.
 */
export function brandLists(folder: string): Readonly<Record<string, string>> {
  const keys = readdirSync(folder, { withFileTypes: true })
    .filter(isFolder)
    .map(({ name }) => name)
    .toSorted();
  const all = (name: string, type: string, importOf: (key: string) => string) =>
    [
      `${HEAD}${keys.map(importOf).join('\n')}`,
      `import type { BrandKey } from './brand-keys.ts';`,
      `import type { ${type} } from './brand-shape.ts';\n`,
      `export const ${name}: Readonly<Record<BrandKey, ${type}>> = { ${keys.join(', ')} };\n`,
    ].join('\n');
  return {
    'brand-keys.ts': `${HEAD}export const BRAND_KEYS = [${keys.map((key) => `'${key}'`).join(', ')}] as const;\nexport type BrandKey = (typeof BRAND_KEYS)[number];\n`,
    'every-brand.ts': all('brands', 'Brand', (key) => `import { ${key} } from './${key}/${key}.ts';`),
    'every-legal.ts': all('legalTexts', 'BrandLegal', (key) => `import { legal as ${key} } from './${key}/legal.ts';`),
    'brand-tokens.ts': all(
      'brandTokens',
      'BrandTokens',
      (key) => `import { tokens as ${key} } from './${key}/tokens.ts';`,
    ),
  };
}

export function writeBrands(folder: string): void {
  for (const [name, text] of Object.entries(brandLists(folder))) writeFileSync(join(folder, name), text);
}
