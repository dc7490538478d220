import { beforeAll, describe, expect, test } from 'vitest';
import { blueprints } from '../../model-tests/_report/machines.ts';
import { render, type Rendered } from '../../model-tests/_report/render.tsx';
import { versionOf } from '../../model-tests/_report/version-of.ts';
import type { RecordedPath, WalkRecord } from '../../model-tests/_walk/record.ts';
import { cardMachine } from '../../src/machines/billing/card.machine.ts';
import { setup } from 'xstate';
import { chartOf } from '../../src/views/machines/chart/chart-of.ts';

const FILE = 'card.model.test.ts';

/** One path that takes all of a machine, except what is named. */
function pathOver(blueprint: (typeof blueprints)[number], without: RegExp = /^$/u): RecordedPath {
  const chart = chartOf(blueprint.machine);
  const step = {
    does: 'everything happens',
    sees: null,
    stands: chart.states.filter(({ kind }) => kind === 'plain' || kind === 'final').map(({ id }) => id),
    states: chart.states.map(({ id }) => id).filter((id) => !without.test(id)),
    transitions: chart.transitions.map(({ name }) => name).filter((name) => !without.test(name)),
    picture: 'a-picture.jpg',
  };
  return { machine: chart.id, model: chart.title, place: 'machine', steps: [step], failure: null, ms: 3 };
}

const find = (id: string) => blueprints.find(({ machine }) => machine.id === id) as (typeof blueprints)[number];
const [card, submit] = [find('card'), find('submit')];

const report = (paths: readonly RecordedPath[], failure: string | null = null): Rendered => {
  const records: WalkRecord[] = [
    { test: FILE, paths, tried: 12 },
    { test: 'submit.model.test.ts', paths: [pathOver(submit)], tried: 0 },
  ];
  const run = {
    tests: [{ file: FILE, title: 'a card is never charged twice', failure }],
    version: '0.2.37',
    when: '11/19/2026, 6:02 AM',
    seconds: 12,
    withoutBrowser: false,
    css: '',
  };
  return render({ ...run, records }, [card, submit]);
};

const articleIn = (html: string): HTMLElement => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return page.querySelector('article#card') as HTMLElement;
};

describe('a report in which nothing is wrong', () => {
  let rendered: Rendered;
  beforeAll(() => {
    rendered = report([pathOver(card)]);
  });

  test('has no faults, and says the figures', () => {
    expect(rendered.faults).toEqual([]);
    expect(rendered.summary).toBe(
      '2 machines, 9 states, 17 of 17 transitions walked, 2 paths (0 in the browser), 12 s',
    );
  });

  test('has an article for every machine, with its chart, paths, rules and version', () => {
    const page = new DOMParser().parseFromString(rendered.html, 'text/html');
    const ids = [...page.querySelectorAll('article.machine')].map(({ id }) => id);
    expect(ids).toEqual(['overview', 'card', 'submit']);

    const article = articleIn(rendered.html);
    expect(article.querySelectorAll('.machine-chart [data-state]').length).toBe(5);
    expect(article.querySelector('tr.path')?.textContent).toContain('Passes');
    expect(article.querySelector('.rules')?.textContent).toContain('a card is never charged twice');
    expect(article.querySelector('.topbar')?.textContent).toContain(`machine ${versionOf(cardMachine)}`);
    expect(article.querySelector('.about')?.textContent).toMatch(/^Another card\./u);
  });

  test('shows the picture of each step through the page', () => {
    const article = articleIn(report([{ ...pathOver(card), place: 'page' }]).html);
    expect(article.querySelector('.shot img')?.getAttribute('src')).toBe('pictures/a-picture.jpg');
  });
});

describe('a report in which something is wrong', () => {
  test('names a transition and a state that no path has walked, and draws them loudly', () => {
    const { faults, html } = report([pathOver(card, /refused/u)]);

    expect(faults).toEqual([
      'Card: The state “Refused” is walked by no path.',
      'Card: The transition “Starting, start card fails: Refused” is walked by no path.',
      'Card: The transition “Refused, start: Starting” is walked by no path.',
    ]);
    const article = articleIn(html);
    expect(article.querySelectorAll('.machine-chart .arrow.un').length).toBe(2);
    expect(article.querySelector('.machine-chart .chart-box.un')?.getAttribute('data-state')).toBe('card.refused');
    expect(article.querySelector('.faults')?.textContent).toContain('“Refused” is walked by no path');
  });

  test('shows a failing path first, with its step and its reason', () => {
    const fails: RecordedPath = { ...pathOver(card), failure: 'expected 1 to be 2' };
    const { faults, html } = report([pathOver(card), fails]);

    expect(faults).toEqual(['Card: A path of “Card” fails at “everything happens”: expected 1 to be 2']);
    const rows = [...articleIn(html).querySelectorAll('tr.path')];
    expect(rows.map((row) => row.hasAttribute('data-fails'))).toEqual([true, false]);
    expect(rows[0]?.querySelector('.why')?.textContent).toContain('expected 1 to be 2');
  });

  test('names a broken rule, and a machine without walks', () => {
    expect(report([pathOver(card)], 'charged twice').faults).toEqual([
      'Card: The rule “a card is never charged twice” does not hold: charged twice',
    ]);
    expect(report([]).faults).toEqual(['Card: No model test walks it.']);
  });
});

describe('the version of a machine', () => {
  test('is the same for a machine with filled ports', () => {
    expect(versionOf(cardMachine.provide({ actors: {} }))).toBe(versionOf(cardMachine));
  });

  test('differs when a guard decides otherwise, and not when the file imports one more', () => {
    const as = (text: string) => Object.assign(() => true, { toString: () => text });
    const decidedBy = (isGood: () => boolean) =>
      versionOf(
        setup({ guards: { isGood } }).createMachine({
          id: 'gate',
          on: { 'gate.push': { guard: 'isGood', actions: [] } },
        }),
      );

    const version = decidedBy(as('() => (0,__vite_ssr_import_7__.check)()'));

    expect(decidedBy(as('() => (0,__vite_ssr_import_9__.check)()'))).toBe(version);
    expect(decidedBy(as('() => false'))).not.toBe(version);
  });

  test('differs for every machine', () => {
    expect(new Set(blueprints.map(({ machine }) => versionOf(machine))).size).toBe(blueprints.length);
  });
});
