import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { Card } from '../../src/views/_kit/display/Card.tsx';
import { Icon } from '../../src/views/_kit/display/Icon.tsx';
import { ChartTable } from '../../src/views/machines/chart/ChartTable.tsx';
import { MachineChart } from '../../src/views/machines/chart/MachineChart.tsx';
import { failingPaths, faultsOf, firstLine, type MachineFigures } from './figures.ts';
import { PathsCard } from './PathsCard.tsx';

/** One machine: summary, problems, chart, paths and rules. */
export function MachineArticle({ machine }: { machine: MachineFigures }) {
  const { id, title, version, file, about, chart, walks, states, walkedTransitions, paths } = machine;
  const passing = paths.length - failingPaths(machine).length;
  return (
    <article id={id} className="machine" aria-labelledby={`${id}-title`}>
      <header className="topbar">
        <h1 id={`${id}-title`}>{title}</h1>
        <p className="scope">
          <b>{states}</b> states, <b>{walkedTransitions}</b> of <b>{chart.transitions.length}</b> transitions walked,{' '}
          <b>{passing}</b> of <b>{paths.length}</b> paths pass
        </p>
        <p className="tools meta quiet" title={file}>
          machine {version}
        </p>
      </header>
      <div className="rb">
        {about.length === 0 ? null : <p className="about soft">{about.join(' ')}</p>}
        <Faults machine={machine} />
        <Card title="Machine" className="machine-card" aside={<Legend />}>
          <button type="button" className="btn small fit" aria-pressed="false" hidden>
            Fit to width
          </button>
          <MachineChart chart={chart} walks={walks} />
          <details className="as-table">
            <summary>Every transition as a table</summary>
            <ChartTable chart={chart} walks={walks} />
          </details>
        </Card>
        <Rules machine={machine} />
        <PathsCard machine={machine} />
      </div>
      <script
        type="application/json"
        className="names"
        // oxlint-disable-next-line react/no-danger -- names of transitions, without a closing tag
        dangerouslySetInnerHTML={{ __html: jsonOf(chart.transitions.map(({ name }) => name)) }}
      />
    </article>
  );
}

const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function Faults({ machine }: { machine: MachineFigures }) {
  const faults = faultsOf(machine);
  if (faults.length === 0) return null;
  return (
    <section className="faults" aria-label={`What is wrong with ${machine.title}`}>
      <Icon of={CircleAlert} tone="bad" />
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </section>
  );
}

/** Meaning of the line styles. */
const Legend = () => (
  <span className="leg meta">
    <span>
      <svg viewBox="0 0 24 8" aria-hidden="true">
        <path d="M0 4h24" className="leg-walked" />
      </svg>
      walked, with the number of paths
    </span>
    <span>
      <svg viewBox="0 0 24 8" aria-hidden="true">
        <path d="M0 4h24" className="leg-missed" />
      </svg>
      not walked
    </span>
    <span>
      <svg viewBox="0 0 10 10" className="leg-loop" aria-hidden="true">
        <path d="M1.500 4a3.600 3.600 0 1 1 1.600 3.800m-1.800 -1.400l1.700 1.600l1.900 -1.500" />
      </svg>
      happens and stays in the state
    </span>
  </span>
);

/** The sentences that the tests of this machine's models prove. */
function Rules({ machine: { rules } }: { machine: MachineFigures }) {
  if (rules.length === 0) return null;
  const broken = rules.filter(({ failure }) => failure !== null).length;
  return (
    <Card
      title="Rules"
      count={
        broken === 0
          ? `${rules.length}, ${rules.length === 1 ? 'holds' : 'all hold'}`
          : `${rules.length}, ${broken} broken`
      }
    >
      <ul className="list rules">
        {rules.map(({ title, failure }) => (
          <li key={title}>
            {failure === null ? <Icon of={CircleCheck} tone="good" /> : <Icon of={CircleX} tone="bad" />}
            <span>
              {title}
              {failure === null ? null : <span className="bad-word"> does not hold: {firstLine(failure)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
