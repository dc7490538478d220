import type { BrandTokens } from './brand-shape.ts';

const declarations = (tokens: Readonly<Record<string, string>>, wanted: (name: string) => boolean): string =>
  Object.entries(tokens)
    .filter(([name]) => wanted(name))
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

const isPrimary = (name: string): boolean => name.startsWith('primary-');
const isNeutral = (name: string): boolean => !isPrimary(name);

/**
 * The brand's colors as a style sheet that comes after `src/styles`: neutrals always, the primary only if the user
 * hasn't chosen one.
 */
export function brandStyles(tokens: BrandTokens): string {
  const own = ':not([data-primary])';
  return [
    `:root:not([data-bg="dark"]){${declarations(tokens.light, isNeutral)}}`,
    `:root[data-bg="dark"]{${declarations(tokens.dark, isNeutral)}}`,
    `:root${own},[data-primary="brand"]{${declarations(tokens.light, isPrimary)}}`,
    `:root${own}[data-bg="dark"],[data-bg="dark"][data-primary="brand"],[data-bg="dark"] [data-primary="brand"]{${declarations(tokens.dark, isPrimary)}}`,
  ].join('\n');
}
