import { CircleAlert, CircleCheck, ListChecks } from 'lucide-react';
import { BrandMark } from '../../src/views/_frame/BrandMark.tsx';
import { Icon } from '../../src/views/_kit/display/Icon.tsx';
import { Card } from '../../src/views/_kit/display/Card.tsx';
import { Cell, HeadCell, Table } from '../../src/views/_kit/display/Table.tsx';
import { brands, DEFAULT_BRAND } from '../../src/brands/brand.ts';
import { failingPaths, type Figures, firstLine, isFaulty, type MachineFigures } from './figures.ts';
import { MachineArticle } from './MachineArticle.tsx';
import { count } from './words.ts';

export interface ReportProps {
  figures: Figures;
  version: string;
  /** Time of creation as text. */
  when: string;
  /** Totals of the whole run. */
  seconds: number;
  /** Paths through the browser were left out. */
  withoutBrowser: boolean;
}

const sum = (machines: readonly MachineFigures[], of: (machine: MachineFigures) => number): number =>
  machines.reduce((total, machine) => total + of(machine), 0);

/** The whole page: the list of machines, an overview, and an article a machine. */
export function Report(props: ReportProps) {
  const { machines } = props.figures;
  return (
    <div className="rep">
      <Side {...props} />
      <main>
        <Overview {...props} />
        {machines.map((machine) => (
          <MachineArticle key={machine.id} machine={machine} />
        ))}
      </main>
    </div>
  );
}

function Side({ figures: { machines }, version, when }: ReportProps) {
  const transitions = sum(machines, ({ chart }) => chart.transitions.length);
  const walked = sum(machines, ({ walkedTransitions }) => walkedTransitions);
  return (
    <aside className="side">
      <div className="brand">
        <BrandMark brand={brands[DEFAULT_BRAND]} />
        <span>Model report</span>
      </div>
      <p className="meta quiet num facts-line">
        Version {version}
        <br />
        {when}
        <br />
        {walked} of {transitions} walked,{' '}
        {count(
          sum(machines, ({ paths }) => paths.length),
          'path',
        )}
      </p>
      <nav aria-label="Models">
        <ul className="nav">
          <li>
            <a href="#overview">
              <Icon of={ListChecks} />
              <span>Overview</span>
            </a>
          </li>
          {machines.map((machine) => (
            <li key={machine.id}>
              <a href={`#${machine.id}`}>
                {isFaulty(machine) ? <Icon of={CircleAlert} tone="warn" /> : <Icon of={CircleCheck} tone="good" />}
                <span>{machine.title}</span>
                <span className="count">
                  {machine.walkedTransitions} of {machine.chart.transitions.length}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}

function Overview({ figures: { machines, otherFaults }, seconds, withoutBrowser }: ReportProps) {
  const faulty = machines.filter(isFaulty).length + otherFaults.length;
  const paths = machines.flatMap((machine) => machine.paths);
  const inPage = paths.filter(({ place }) => place === 'page').length;
  return (
    <article id="overview" className="machine" aria-labelledby="overview-title">
      <header className="topbar">
        <h1 id="overview-title">Overview</h1>
        <p className="scope">
          <b>{machines.length}</b> machines, <b>{sum(machines, ({ states }) => states)}</b> states,{' '}
          <b>{sum(machines, ({ chart }) => chart.transitions.length)}</b> transitions, <b>{paths.length}</b> paths,{' '}
          <b>{inPage}</b> of them in the browser, in <b>{seconds} s</b>
        </p>
      </header>
      <div className="rb">
        <p className="about soft">
          The app decides with state machines: what it is doing now, what may happen next, and what that leads to. The
          model tests let everything happen to each machine that people, the server, the line and the clock can do, in
          every situation, and check that its rules hold. Choose a machine to see it drawn, which paths were walked, and
          which part none of them reached. {withoutBrowser ? 'This run left out the paths through the browser.' : null}
        </p>
        <p className="about">
          {faulty === 0
            ? 'Every state and every transition is walked, every path passes, and every rule holds.'
            : `${count(faulty, 'place')} below ${faulty === 1 ? 'needs' : 'need'} a look.`}
        </p>
        {otherFaults.length === 0 ? null : (
          <section className="faults" aria-label="Tests that fail">
            <Icon of={CircleAlert} tone="bad" />
            <ul>
              {otherFaults.map(({ file, title, failure }) => (
                <li key={`${file} ${title}`}>
                  {title}: {firstLine(failure)}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Card>
          <MachinesTable machines={machines} />
        </Card>
      </div>
    </article>
  );
}

const firstSentence = (about: readonly string[]): string => /^.*?\.(?= |$)/u.exec(about[0] ?? '')?.[0] ?? '';

const MachinesTable = ({ machines }: { machines: readonly MachineFigures[] }) => (
  <Table compact className="machines">
    <colgroup>
      <col className="col-name" />
      <col className="hide-s" />
      <col className="col-number hide-s" />
      <col className="col-walked" />
      <col className="col-walked" />
    </colgroup>
    <thead>
      <tr>
        <HeadCell>Machine</HeadCell>
        <HeadCell className="hide-s">What it is</HeadCell>
        <HeadCell numeric className="hide-s">
          States
        </HeadCell>
        <HeadCell numeric>Transitions</HeadCell>
        <HeadCell numeric>Paths</HeadCell>
      </tr>
    </thead>
    <tbody>
      {machines.map((machine) => {
        const failing = failingPaths(machine).length;
        return (
          <tr key={machine.id}>
            <Cell className="name">
              <a href={`#${machine.id}`}>{machine.title}</a>
            </Cell>
            <Cell className="hide-s">{firstSentence(machine.about)}</Cell>
            <Cell numeric className="hide-s">
              {machine.states}
            </Cell>
            <Cell numeric className={machine.walkedTransitions < machine.chart.transitions.length ? 'warn' : undefined}>
              {machine.walkedTransitions} of {machine.chart.transitions.length}
            </Cell>
            <Cell numeric className={failing > 0 ? 'bad' : undefined}>
              {failing > 0 ? `${failing} of ${machine.paths.length} fail` : machine.paths.length}
            </Cell>
          </tr>
        );
      })}
    </tbody>
  </Table>
);
