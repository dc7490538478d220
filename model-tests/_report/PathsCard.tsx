import { CircleCheck, CircleX } from 'lucide-react';
import { Card } from '../../src/views/_kit/display/Card.tsx';
import { Icon } from '../../src/views/_kit/display/Icon.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../../src/views/_kit/display/Table.tsx';
import type { Chart } from '../../src/views/machines/chart/chart-of.ts';
import type { RecordedPath, RecordedStep } from '../_walk/record.ts';
import { failingPaths, type MachineFigures } from './figures.ts';
import { arrivals, begins, count, lengthOf, secondsOf, waypoints } from './words.ts';

/** Every path of a machine; each opens to its steps and pictures. */
export function PathsCard({ machine }: { machine: MachineFigures }) {
  const { chart, paths, tried } = machine;
  const failing = failingPaths(machine).length;
  const number = new Map(chart.transitions.map(({ name }, at) => [name, at]));
  return (
    <Card
      title="Paths"
      className="paths-card"
      count={
        failing === 0 ? `${paths.length}, all pass` : `${paths.length}, ${failing} ${failing === 1 ? 'fails' : 'fail'}`
      }
      aside={
        <>
          {tried === 0 ? null : <span className="meta quiet hide-s">chosen from {count(tried, 'move')} tried</span>}
          <span className="filter-note meta" aria-live="polite" />
          <button type="button" className="btn small plain show-all" hidden>
            Show all
          </button>
          <button type="button" className="btn small plain only-failing" aria-pressed="false">
            Only failing
          </button>
        </>
      }
    >
      <TableScroll label={`Paths of ${machine.title}`}>
        <Table compact className="paths">
          <colgroup>
            <col className="col-result" />
            <col />
            <col className="col-place hide-s" />
            <col className="col-number hide-s" />
            <col className="col-number hide-s" />
          </colgroup>
          <thead>
            <tr>
              <HeadCell>Result</HeadCell>
              <HeadCell>Path</HeadCell>
              <HeadCell className="hide-s">Walked in</HeadCell>
              <HeadCell numeric className="hide-s">
                Steps
              </HeadCell>
              <HeadCell numeric className="hide-s">
                Took
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {paths.map((path, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- drawn once
              <PathRow key={at} path={path} chart={chart} number={number} />
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Card>
  );
}

interface PathRowProps {
  path: RecordedPath;
  chart: Chart;
  /** Paths of each transition, by its name. */
  number: ReadonlyMap<string, number>;
}

function PathRow({ path, chart, number }: PathRowProps) {
  const { steps, failure, place, model, ms } = path;
  const takes = [...new Set(steps.flatMap(({ transitions }) => transitions))].map((name) => number.get(name));
  return (
    <tr className="path" data-takes={takes.join(' ')} data-fails={failure === null ? undefined : ''}>
      <Cell>
        <span className="word">
          {failure === null ? <Icon of={CircleCheck} tone="good" /> : <Icon of={CircleX} tone="bad" />}
          {failure === null ? 'Passes' : 'Fails'}
        </span>
      </Cell>
      <Cell className="way">
        <details>
          <summary>
            {place === 'page' ? <b className="path-title">{model}</b> : null}
            <span className="stops">
              {waypoints(chart, path).map((stop, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a path may come by a state twice
                <span key={at}>
                  {at === 0 ? null : <span className="quiet"> › </span>}
                  {stop}
                </span>
              ))}
            </span>
            {place === 'machine' && steps.length > 1 ? (
              <span className="quiet last"> last: {steps.at(-1)?.does}</span>
            ) : null}
          </summary>
          <ol className="steps" start={begins(path) ? 0 : 1}>
            {steps.map((step, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a step may happen twice
              <Step
                key={at}
                step={step}
                before={steps[at - 1]}
                at={at}
                chart={chart}
                fails={failure !== null && at === steps.length - 1}
              />
            ))}
          </ol>
        </details>
        {failure === null ? null : (
          <p className="why">
            <b>
              Step {lengthOf(path)}, {steps.at(-1)?.does}:
            </b>{' '}
            {failure}
          </p>
        )}
      </Cell>
      <Cell className="hide-s">{place === 'page' ? 'the browser' : 'the machine'}</Cell>
      <Cell numeric className="hide-s">
        {lengthOf(path)}
      </Cell>
      <Cell numeric className="hide-s">
        {secondsOf(ms)}
      </Cell>
    </tr>
  );
}

interface StepProps {
  step: RecordedStep;
  before: RecordedStep | undefined;
  at: number;
  chart: Chart;
  fails: boolean;
}

function Step({ step, before, at, chart, fails }: StepProps) {
  const { does, sees, picture } = step;
  const led = arrivals(chart, step, before);
  const stays = led === '' && step.stands.length > 0;
  return (
    <li className={fails ? 'step fails' : 'step'}>
      <span className="does">{at === 0 && step.stands.length > 0 ? `Begin: ${does}` : does}</span>
      {led === '' ? null : <span className="led"> → {led}</span>}
      {stays ? (
        <span className="quiet"> {step.transitions.length > 0 ? 'stays in the state' : 'changes nothing'}</span>
      ) : null}
      {sees === null ? null : <span className="quiet"> the page shows: {sees}</span>}
      {fails ? <span className="bad-word"> fails here</span> : null}
      {picture === null ? null : (
        <a className="shot" href={`pictures/${picture}`} target="_blank" rel="noreferrer">
          <img src={`pictures/${picture}`} alt={`The page after: ${does}`} loading="lazy" width="320" height="200" />
        </a>
      )}
    </li>
  );
}
