import { renderToStaticMarkup } from 'react-dom/server';
import { faultsOf, figuresOf, firstLine, type RanTest } from './figures.ts';
import type { WalkRecord } from '../_walk/record.ts';
import { type Blueprint, blueprints } from './machines.ts';
import { pageScript } from './page-script.ts';
import { Report } from './Report.tsx';
import { count } from './words.ts';

/** Results of a run of the model tests, and what the report says about them. */
export interface Run {
  readonly records: readonly WalkRecord[];
  readonly tests: readonly RanTest[];
  readonly version: string;
  readonly when: string;
  readonly seconds: number;
  readonly withoutBrowser: boolean;
  /** The styles of the page, the font in them. */
  readonly css: string;
}

/** The page, the figures in a line, and what is wrong, one sentence each; nothing is wrong when that is empty. */
export interface Rendered {
  readonly html: string;
  readonly summary: string;
  readonly faults: readonly string[];
}

export function render({ records, tests, css, ...told }: Run, shown: readonly Blueprint[] = blueprints): Rendered {
  const figures = figuresOf(shown, records, tests);
  const { machines, otherFaults } = figures;
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Model report</title>
        {/* oxlint-disable-next-line react/no-danger -- our own styles */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <Report figures={figures} {...told} />
        {/* oxlint-disable-next-line react/no-danger -- our own script */}
        <script dangerouslySetInnerHTML={{ __html: `(${pageScript.toString()})()` }} />
      </body>
    </html>,
  );
  const total = (of: (machine: (typeof machines)[number]) => number) =>
    machines.reduce((sum, machine) => sum + of(machine), 0);
  const inBrowser = total(({ paths }) => paths.filter(({ place }) => place === 'page').length);
  return {
    html: `<!doctype html>\n${page}`,
    summary: [
      count(machines.length, 'machine'),
      count(
        total(({ states }) => states),
        'state',
      ),
      `${total(({ walkedTransitions }) => walkedTransitions)} of ${total(({ chart }) => chart.transitions.length)} transitions walked`,
      `${count(
        total(({ paths }) => paths.length),
        'path',
      )} (${inBrowser} in the browser)`,
      `${told.seconds} s`,
    ].join(', '),
    faults: [
      ...machines.flatMap((machine) => faultsOf(machine).map((fault) => `${machine.title}: ${fault}`)),
      ...otherFaults.map(({ title, failure }) => `${title}: ${firstLine(failure)}`),
    ],
  };
}
