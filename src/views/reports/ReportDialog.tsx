import { useNavigate } from '@tanstack/react-router';
import { listQuickFilters } from '#contract/quick-filters.contract.ts';
import { NewReport, type Report, reports } from '#contract/reports.contract.ts';
import {
  REPORT_COMPARISONS,
  REPORT_PERIODS,
  REPORT_TYPES,
  REPORT_WHO,
  type ReportPeriod,
  type ReportType,
} from '#contract/reports/definition.contract.ts';
import { fillDefinition } from '#rules/reports/fill-definition.ts';
import {
  COMPARISON_WORDS,
  DIMENSION_WORDS,
  filtersWords,
  MEASURE_WORDS,
  PERIOD_WORDS,
  WHO_WORDS,
} from '#rules/reports/report-words.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import { capital } from '#rules/words/capital.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import type { RecordParts } from '../_resource/record-parts.tsx';
import './reports.css';

type Draft = Partial<NewReport>;
type Parts = RecordParts<NewReport>;

const SHOWN = [reports.list, reports.createdBy, reports.read, reports.rows];

interface ReportDialogProps {
  /** `null`: a new one. */
  report: Report | null;
  onClose: () => void;
  onSaved?: () => void;
}

/** What a report counts, by what, of whom and when. */
export function ReportDialog({ report, onClose, onSaved }: ReportDialogProps) {
  const navigate = useNavigate();
  const views = useResource(listQuickFilters, {}).data?.data ?? [];
  const first = REPORT_TYPES[0];
  const values = report
    ? { type: report.type, name: report.name, shared: report.shared, ...report.definition }
    : { type: first, name: '', shared: false, ...fillDefinition(first, {}) };
  return (
    <RecordDialog
      title={report === null ? 'New report' : 'Edit report'}
      schema={NewReport}
      values={values}
      write={
        report === null
          ? formWrite(reports.create, SHOWN, (body: NewReport) => ({ body }))
          : formWrite(reports.refresh, SHOWN, ({ type: _type, ...body }: NewReport) => ({
              params: { id: report.id },
              body,
            }))
      }
      saveLabel={report === null ? 'Create report' : 'Save and refresh'}
      onDone={(reply) => {
        onSaved?.();
        if (report !== null) return onClose();
        const { id } = (reply as { data: Report }).data;
        void navigate({ to: '/reports/$id', params: { id: String(id) } } as never);
      }}
      onClose={onClose}
      fields={(parts) => (
        <>
          {report === null ? typeField(parts) : null}
          {parts.text('name', 'Name', { maxLength: 120, placeholder: 'Policies sold by carrier' })}
          {parts.live((draft) => (
            <p className="whole soft">{REPORT_KINDS[draft.type ?? first].about}</p>
          ))}
          {whatFields(parts)}
          {whenFields(parts)}
          {contactsField(parts, views)}
          <div className="whole">
            {parts.check('shared', 'Everyone in the agency can open it with their own numbers')}
          </div>
        </>
      )}
    />
  );
}

const typeOf = ({ type = REPORT_TYPES[0] }: Draft): ReportType => type;

/** Another type has other measures and rows, so its own defaults take their place. */
const typeField = ({ live }: Parts) =>
  live((draft, write, errorOf) => (
    <SelectField
      label="Type"
      value={typeOf(draft)}
      error={errorOf('type')}
      options={REPORT_TYPES.map((value) => ({ value, label: REPORT_KINDS[value].label }))}
      onChange={({ target }) => {
        const type = REPORT_TYPES.find((one) => one === target.value) ?? REPORT_TYPES[0];
        const { who: _who, ...defaults } = fillDefinition(type, {});
        write('type', type);
        for (const [name, value] of Object.entries(defaults)) write(name as keyof typeof defaults, value);
      }}
    />
  ));

const whatFields = ({ live }: Parts) =>
  live((draft, write, errorOf) => {
    const { measures, dimensions } = REPORT_KINDS[typeOf(draft)];
    return (
      <div className="whole report-pair">
        <SelectField
          label="Rows"
          value={draft.dimension}
          error={errorOf('dimension')}
          options={dimensions.map((value) => ({ value, label: DIMENSION_WORDS[value] }))}
          onChange={({ target }) =>
            write(
              'dimension',
              dimensions.find((one) => one === target.value),
            )
          }
        />
        <SelectField
          label="Chart"
          hint="The table shows all numbers."
          value={draft.measure}
          error={errorOf('measure')}
          options={measures.map((value) => ({ value, label: MEASURE_WORDS[value].label }))}
          onChange={({ target }) =>
            write(
              'measure',
              measures.find((one) => one === target.value),
            )
          }
        />
        <SelectField
          label="Of"
          value={draft.who}
          error={errorOf('who')}
          options={REPORT_WHO.map((value) => ({ value, label: capital(WHO_WORDS[value]) }))}
          onChange={({ target }) =>
            write(
              'who',
              REPORT_WHO.find((one) => one === target.value),
            )
          }
        />
      </div>
    );
  });

const isAhead = (period: ReportPeriod) => period.startsWith('next_');

const whenFields = ({ live, date }: Parts) =>
  live((draft, write, errorOf) => {
    const { range } = REPORT_KINDS[typeOf(draft)];
    if (range === 'now') return <p className="whole soft">This report is as of now.</p>;
    const periods = REPORT_PERIODS.filter((period) => range === 'any' || !isAhead(period));
    return (
      <div className="whole report-pair">
        <SelectField
          label="Days"
          value={draft.period}
          error={errorOf('period')}
          options={periods.map((value) => ({ value, label: capital(PERIOD_WORDS[value]) }))}
          onChange={({ target }) =>
            write(
              'period',
              periods.find((one) => one === target.value),
            )
          }
        />
        {draft.period === 'custom' ? (
          <>
            {date('from', 'First day')}
            {date('to', 'Last day')}
          </>
        ) : null}
        <SelectField
          label="Compare with"
          value={draft.compare}
          error={errorOf('compare')}
          options={REPORT_COMPARISONS.map((value) => ({ value, label: capital(COMPARISON_WORDS[value]) }))}
          onChange={({ target }) =>
            write(
              'compare',
              REPORT_COMPARISONS.find((one) => one === target.value),
            )
          }
        />
      </div>
    );
  });

interface SavedView {
  readonly id: number;
  readonly name: string;
  readonly scope: { readonly search: NonNullable<Draft['filters']> };
}

/** Filters come from a saved view of the contact list, where they are made and seen at work. */
const contactsField = ({ live }: Parts, views: readonly SavedView[]) =>
  live((draft, write, errorOf) => {
    const { filters = [] } = draft;
    if (!REPORT_KINDS[typeOf(draft)].hasContacts) return null;
    const isSame = ({ scope }: SavedView) => JSON.stringify(scope.search) === JSON.stringify(filters);
    const chosen = views.find(isSame);
    const own = filters.length > 0 && chosen === undefined ? [{ value: 'own', label: filtersWords(filters) }] : [];
    const narrowing = views.filter(({ scope }) => scope.search.length > 0);
    return (
      <SelectField
        label="Contacts"
        hint="Filters of a saved view of the contact list."
        value={filters.length === 0 ? '' : chosen === undefined ? 'own' : String(chosen.id)}
        error={errorOf('filters')}
        options={[
          { value: '', label: 'All contacts' },
          ...own,
          ...narrowing.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => {
          if (target.value === 'own') return;
          write('filters', views.find(({ id }) => String(id) === target.value)?.scope.search ?? []);
        }}
      />
    );
  });
