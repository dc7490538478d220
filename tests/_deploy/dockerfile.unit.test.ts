import { existsSync, readFileSync } from 'node:fs';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';

const text = readFileSync('Dockerfile', 'utf8');
/** Instructions with their continued lines joined, comments left out. */
const instructions = text
  .replaceAll(/^#.*\n/gmu, '')
  .replaceAll(/\\\n\s*/gu, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
const of = (word: string) => instructions.filter((each) => each.word === word).map(({ rest }) => rest);
const last = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'));

/** Files that docker passes to the build: the lines of .dockerignore after its first, which excludes everything. */
const [first, ...kept] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
const isHandedOver = (path: string) =>
  kept.some((line) => path === line.slice(1) || path.startsWith(`${line.slice(1)}/`));

describe('the Dockerfile', () => {
  test('has nothing that its linter would say', () => {
    expect(
      validate(text, { deprecatedMaintainer: ValidationSeverity.ERROR, directiveCasing: ValidationSeverity.ERROR }),
    ).toEqual([]);
  });

  test('ends as a user that is not root, by number, so that an orchestrator can see it', () => {
    const at = last.findLastIndex(({ word }) => word === 'USER');

    expect(last[at]?.rest).toMatch(/^[1-9]\d+:[1-9]\d+$/u);
    expect(last.slice(at).filter(({ word }) => ['RUN', 'COPY', 'ADD'].includes(word))).toEqual([]);
  });

  test('takes every base by a name that builds can pin, with a version', () => {
    expect(of('ARG')).toEqual([expect.stringMatching(/^NODE_IMAGE=node:\d+-\w+-slim$/u)]);
    expect(of('FROM').every((image) => image.startsWith('$' + '{NODE_IMAGE}'))).toBe(true);
  });

  test('copies only existing files from the context, and downloads nothing', () => {
    const sources = of('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1));

    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((path) => !existsSync(path) || !isHandedOver(path))).toEqual([]);
    expect(of('ADD')).toEqual([]);
  });

  test('hands over no file that could hold a secret', () => {
    expect(first).toBe('*');
    expect(['.env', '.data', '.git', 'node_modules', '.cache', 'tests'].filter(isHandedOver)).toEqual([]);
  });

  test('puts no secret into a layer', () => {
    expect([...of('ENV'), ...of('ARG')].filter((rest) => /PASSWORD|SECRET|TOKEN|KEY|_URL/u.test(rest))).toEqual([]);
  });

  test('runs programs without a shell between, so that signals reach them', () => {
    expect([...of('ENTRYPOINT'), ...of('CMD')].every((rest) => Array.isArray(JSON.parse(rest)))).toBe(true);
    expect(of('HEALTHCHECK')).toHaveLength(1);
  });
});
