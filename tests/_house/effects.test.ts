import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'effects-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, '.oxlintrc.json'),
  JSON.stringify({
    jsPlugins: [resolve('tests/_house/oxlint-effects.mjs')],
    rules: { 'house/no-decisions-in-effects': 'error', 'house/no-timers-in-views': 'error' },
  }),
);

/** Lines of the view that are refused, with the rule. */
function refusedIn(view: string): readonly string[] {
  const file = join(folder, 'View.tsx');
  writeFileSync(file, view);
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', join(folder, '.oxlintrc.json'), '-f', 'json', file], {
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics
    .filter(({ code }) => code.startsWith('house('))
    .map(({ code, labels }) => `${labels[0]?.span.line} ${/\((.*)\)/.exec(code)?.[1]}`)
    .toSorted();
}

describe('what an effect of a view may do', () => {
  test('it sends, submits, navigates, reloads and tells nothing', () => {
    expect(
      refusedIn(`useEffect(() => actor.send({ type: 'a.b' }), [actor]);
useLayoutEffect(() => { if (isDue) update.submit({}); }, []);
useEffect(() => { void navigate({ to: '/' }); }, []);
useEffect(() => { list.reload(); }, [key]);
useEffect(() => { toasts.show({ tone: 'bad', text }); }, [text]);
useEffect(() => () => imports.send({ type: 'imports.leave' }), []);
useEffect(() => { return () => { send(); }; }, []);
`),
    ).toEqual([1, 2, 3, 4, 5, 6, 7].map((line) => `${line} no-decisions-in-effects`));
  });

  test('nothing in a view has a timer', () => {
    expect(
      refusedIn(`const wait = () => setTimeout(go, 1);\nuseEffect(() => { window.setInterval(go, 1); }, []);\n`),
    ).toEqual(['1 no-timers-in-views', '2 no-timers-in-views']);
  });

  test('it gives the focus, and adds listeners, which may ask a machine', () => {
    expect(
      refusedIn(`useEffect(() => field.current?.focus(), []);
useEffect(() => {
  const press = () => send({ type: 'line.hangUp' });
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}, []);
const press = () => { actor.send({ type: 'a.b' }); void navigate({ to: '/' }); };
`),
    ).toEqual([]);
  });
});
