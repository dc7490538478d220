import { type Report, reports } from '#contract/reports.contract.ts';
import {
  REPORT_CADENCES,
  type ReportCadence,
  type ReportScheduleDraft,
  ReportScheduleFields,
} from '#contract/reports/schedule.contract.ts';
import { WEEKDAY_WORDS } from '#rules/reports/report-schedule.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import type { RecordParts } from '../_resource/record-parts.tsx';

const SHOWN = [reports.read];
/** Days that every month has. */
const DAYS = Array.from({ length: 28 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));
const WEEKDAYS = WEEKDAY_WORDS.map((label, at) => ({ value: String(at), label }));
const CADENCES: Readonly<Record<ReportCadence, string>> = {
  daily: 'Every day',
  weekdays: 'Monday through Friday',
  weekly: 'Every week',
  monthly: 'Every month',
};
const NEW: ReportScheduleFields = { cadence: 'weekly', weekday: 1, day: 1, time: '08:00' };

/** When the reader gets a report by e-mail, with their own numbers. */
export function ScheduleDialog({ report: { id, schedule }, onClose }: { report: Report; onClose: () => void }) {
  const stop = useStop(onClose);
  return (
    <RecordDialog
      title={schedule === null ? 'E-mail this report' : 'Change e-mail'}
      schema={ReportScheduleFields}
      values={schedule ?? NEW}
      write={formWrite(reports.schedule, SHOWN, (body: ReportScheduleFields) => ({ params: { id }, body }))}
      saveLabel={schedule === null ? 'Start' : 'Save'}
      onDone={onClose}
      onClose={onClose}
      aside={
        schedule === null ? null : (
          <Button onClick={() => stop({ params: { id } })} type="button">
            Stop e-mail
          </Button>
        )
      }
      fields={(parts) => (
        <>
          {parts.choice(
            'cadence',
            'How often',
            REPORT_CADENCES.map((value) => ({ value, label: CADENCES[value] })),
          )}
          {dayField(parts)}
          {parts.text('time', 'Time', { type: 'time' })}
          <p className="whole soft">
            It comes to your own e-mail address, in your time zone, with the numbers that you may see at that moment.
          </p>
        </>
      )}
    />
  );
}

function useStop(onStopped: () => void) {
  const { toasts } = useApp();
  return useLastingSubmit(reports.unschedule, {
    invalidates: SHOWN,
    onDone: () => {
      toasts.show({ tone: 'good', text: 'This report is no longer e-mailed to you' });
      onStopped();
    },
    onFailed: ({ message }, retry) =>
      toasts.show({ tone: 'bad', text: message, action: { label: 'Try again', run: retry } }),
  });
}

/** The day that the chosen interval needs. */
const dayField = ({ live }: RecordParts<ReportScheduleDraft>) =>
  live((draft, write, errorOf) =>
    draft.cadence === 'weekly' ? (
      <SelectField
        label="Day"
        value={String(draft.weekday ?? NEW.weekday)}
        options={WEEKDAYS}
        error={errorOf('weekday')}
        onChange={({ target }) => write('weekday', Number(target.value))}
      />
    ) : draft.cadence === 'monthly' ? (
      <SelectField
        label="Day of the month"
        value={String(draft.day ?? NEW.day)}
        options={DAYS}
        error={errorOf('day')}
        onChange={({ target }) => write('day', Number(target.value))}
      />
    ) : null,
  );
