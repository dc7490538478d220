import { type AnyStateMachine, StateMachine } from 'xstate';
import { drawnFlows } from '../workflows/drawn-flows.ts';

/** Every blueprint of the app, with its file and source. */
export interface Blueprint {
  readonly machine: AnyStateMachine;
  readonly file: string;
  readonly source: string;
}

const PATTERN = '../../src/';
const modules = import.meta.glob<Record<string, unknown>>('../../src/{machines,rules}/**/*.machine.ts', {
  eager: true,
});
const sources = import.meta.glob<string>('../../src/{machines,rules}/**/*.machine.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

export const blueprints: readonly Blueprint[] = [
  ...Object.entries(modules).flatMap(([path, exported]) =>
    Object.values(exported)
      .filter((value) => value instanceof StateMachine)
      .map((machine) => ({ machine, file: path.replace(PATTERN, 'src/'), source: sources[path] ?? '' })),
  ),
  // Users make these: the templates, and files that are named when the report is made.
  ...drawnFlows().map(({ machine, file }) => ({ machine, file, source: '' })),
];

/** Sentences of its docstring; drawings are left out, because the chart shows more. */
export function aboutOf(source: string): readonly string[] {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+Machine = /u.exec(source) ?? [];
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/u, ''))
    .join('\n')
    .split(/\n\s*\n/u)
    .filter((part) => part.trim() !== '' && !part.split('\n').some((line) => line.startsWith('  ')))
    .map((part) =>
      part
        .replaceAll(/\{@link (\w+)\}|`([^`]+)`/gu, '“$1$2”')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    );
}
