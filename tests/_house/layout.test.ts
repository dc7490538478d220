import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const map = readFileSync('docs/ARCHITECTURE.md', 'utf8');

/** Location of a feature's README: with its server part if it has one. */
const HOMES = ['server/features', 'src/views', 'src/machines'];

const readmes = HOMES.flatMap((home) =>
  foldersIn(home).flatMap((name) => {
    const path = `${home}/${name}/README.md`;
    return existsSync(path) ? [{ name, path, text: readFileSync(path, 'utf8') }] : [];
  }),
);
const features = new Set(readmes.map(({ name }) => name));

const isKnown = (name: string) => name.startsWith('_') || features.has(name);

function foldersIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];
}

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('every feature has one README', () => {
  expect(readmes.map(({ name }) => name).toSorted()).toEqual([...features].toSorted());
  expect(features.size).toBeGreaterThan(30);
});

test('the map fits a screen or two', () => expect(map.split('\n').length).toBeLessThan(150));

describe.each(['src/machines', 'src/views', 'server/features', 'tests', 'model-tests'])('%s', (folder) => {
  test('has only folders of features that have a README', () => {
    expect(foldersIn(folder).filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe.each([
  ['src/api/contract', /^(.+)\.contract\.ts$/],
  ['src/realtime', /^(.+)\.stream\.ts$/],
  ['src/actors', /^(.+)\.actors\.ts$/],
])('%s', (folder, suffix) => {
  test('names its files after features', () => {
    const unknown = filesIn(folder)
      .map((file) => suffix.exec(file)?.[1])
      .filter((name) => name !== undefined && name !== 'access' && name !== 'notifications')
      .filter((name) => !isKnown(name ?? ''));
    expect(unknown).toEqual([]);
  });
});

test('every path that the map and the READMEs mention exists', () => {
  const texts = [map, ...readmes.map(({ text }) => text)].join('\n');
  const mentioned = [...texts.matchAll(/`((?:src|server|tests|model-tests|bench|docs|bin)\/[^`*<]*?)`/g)].map(
    ([, path]) => path ?? '',
  );
  expect(mentioned.length).toBeGreaterThan(15);
  expect(mentioned.filter((path) => !existsSync(path))).toEqual([]);
});
