import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const map = readFileSync('docs/ARCHITECTURE.md', 'utf8');
const featureTable = map.slice(map.indexOf('## Features'), map.indexOf('## Server shapes'));
const features = new Set([...featureTable.matchAll(/^\| ([a-z-]+) \|/gm)].map(([, name]) => name ?? ''));
features.delete('feature');

const isKnown = (name: string) => name.startsWith('_') || features.has(name);

const foldersIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('the map lists features', () => expect(features.size).toBeGreaterThan(5));

describe.each(['src/machines', 'src/views', 'server/features', 'tests', 'model-tests'])('%s', (folder) => {
  test('has only folders that the map names', () => {
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

test('every path that the map mentions exists', () => {
  const mentioned = [...map.matchAll(/`((?:src|server|tests|model-tests|bench|docs|bin)\/[^`*<]*?)`/g)].map(
    ([, path]) => path ?? '',
  );
  expect(mentioned.length).toBeGreaterThan(15);
  expect(mentioned.filter((path) => !existsSync(path))).toEqual([]);
});
