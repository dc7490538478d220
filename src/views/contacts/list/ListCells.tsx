import { Ban } from 'lucide-react';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import { consentWords } from '#rules/compliance/consent-words.ts';
import { POLICY_TYPE_WORDS } from '#rules/insurance/policy-words.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { formatClock, formatDay, plainDay } from '../../_kit/format/format-when.ts';

interface ListCellProps {
  row: ContactRow;
  column: 'follow_up_on' | 'plan' | 'consent';
  zone: string;
  /** The carrier has no column of its own. */
  namesCarrier: boolean;
}

/** A cell with several parts. Loaded when such a column is shown. */
export function ListCell({ row, column, zone, namesCarrier }: ListCellProps) {
  if (column === 'plan') return <PlanCell row={row} namesCarrier={namesCarrier} />;
  return column === 'consent' ? <ConsentCell row={row} /> : <NextStepCell row={row} zone={zone} />;
}

/** The follow-up: its day, its time if it has one, and the beginning of its note. */
function NextStepCell({ row: { next_step: step }, zone }: { row: ContactRow; zone: string }) {
  if (!step) return null;
  const today = plainDay(new Date(clockNow()), zone);
  const when = [formatDay(step.on, today), step.time && formatClock(step.time)].filter(Boolean).join(' ');
  return (
    <span title={[when, step.note].filter(Boolean).join(': ')}>
      <span className={step.on < today ? 'num is-due' : 'num'}>{when}</span>
      {step.note ? <span className="quiet"> {step.note}</span> : null}
    </span>
  );
}

/** The newest active policy: its type and carrier, without the carrier where that has a column of its own. */
function PlanCell({ row: { plan }, namesCarrier }: { row: ContactRow; namesCarrier: boolean }) {
  if (!plan) return null;
  const type = POLICY_TYPE_WORDS[plan.type];
  if (!namesCarrier || !plan.carrier) return type;
  return (
    <span title={`${type}, ${plan.carrier}`}>
      {type} <span className="quiet">{plan.carrier}</span>
    </span>
  );
}

/** Consent on file by channel; an opt-out comes first. */
function ConsentCell({ row: { consent } }: { row: ContactRow }) {
  if (!consent) return null;
  const { stopped, briefly, given } = consentWords(consent);
  if (!stopped && !given) return <span className="quiet">None on file</span>;
  return (
    <span title={[stopped, given].filter(Boolean).join(' · ')}>
      {stopped ? (
        <span className="consent-stop">
          <Icon of={Ban} /> {briefly}
        </span>
      ) : null}
      {stopped && given ? ' · ' : null}
      {given}
    </span>
  );
}
