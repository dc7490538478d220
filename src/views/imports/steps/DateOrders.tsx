import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { DATE_ORDERS, type DateColumn } from '#contract/imports/rows.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';

interface DateOrdersProps {
  actor: ImportActor;
  dates: readonly DateColumn[];
}

/** Columns whose dates aren't evidently month first, each with the two ways to read it. Renders nothing without any. */
export function DateOrders({ actor, dates }: DateOrdersProps) {
  const open = dates.filter(({ order, known_by }) => known_by !== 'values' || order === 'day_first');
  const columns = useSelector(actor, ({ context }) => context.head.columns);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('saving'));
  if (open.length === 0) return null;
  return (
    <Card title="Dates" className="date-orders" padded>
      {open.map((date) => (
        <DateChoice
          key={date.index}
          date={date}
          header={columns[date.index]?.header ?? `Column ${date.index + 1}`}
          disabled={isBusy}
          onChoose={(order) => actor.send({ type: 'import.setDateOrder', column: date.index, order })}
        />
      ))}
    </Card>
  );
}

const ORDER_WORDS = { month_first: 'Month first', day_first: 'Day first' } as const;

interface DateChoiceProps {
  date: DateColumn;
  header: string;
  disabled: boolean;
  onChoose: (order: DateColumn['order']) => void;
}

function DateChoice({ date: { order, known_by, examples }, header, disabled, onChoose }: DateChoiceProps) {
  const id = useId();
  return (
    <fieldset className="choices">
      <legend className="field-label">Dates in {header}</legend>
      {known_by === 'unknown' ? (
        <StatusWord tone="warn">These dates can be read in two ways. Choose one.</StatusWord>
      ) : null}
      {known_by === 'values' ? <p className="meta quiet">This order fits the dates in the file.</p> : null}
      {DATE_ORDERS.map((one) => (
        <label key={one} className="choice" htmlFor={`${id}-${one}`}>
          <input
            type="radio"
            id={`${id}-${one}`}
            name={id}
            className="check radio"
            disabled={disabled}
            checked={known_by !== 'unknown' && order === one}
            onChange={() => onChoose(one)}
          />
          <b className="med">{ORDER_WORDS[one]}</b>
          <small className="meta quiet">
            {examples.map((example) => `${example.text} is ${dayWords(example[one])}`).join(' · ')}
          </small>
        </label>
      ))}
    </fieldset>
  );
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const dayWords = (day: string | null) => (day === null ? 'not a date' : DAY.format(new Date(`${day}T00:00:00Z`)));
