import { useSelector } from '@xstate/react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { IMPORT_FIELDS, type ImportColumn, type ImportField } from '#contract/imports/rows.contract.ts';
import { headerKey } from '#rules/imports/custom-columns.ts';
import { POLICY_PLACES } from '#contract/imports/policy-columns.contract.ts';
import { policyPartOf } from '#rules/imports/policy-field-words.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { type Mapping, mappingFault } from '../../../machines/imports/mapping.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';
import { faultWords } from '../fault-words.ts';
import { FileFacts } from './FileFacts.tsx';
import { FirstRows } from './FirstRows.tsx';
import { FIELD_WORDS } from '../field-words.ts';
import { ImportOptions } from './ImportOptions.tsx';
import { SavedSettings } from './SavedSettings.tsx';

/** Headers further down are rare; the contract allows 100. */
const HEADER_ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Mapping of columns to fields, and the import options. */
export function MatchStep({ actor, attempt }: { actor: ImportActor; attempt: ImportAttempt }) {
  const {
    columns,
    sheets,
    sheet,
    made_by,
    warnings,
    known_custom_fields: customFields = [],
  } = useSelector(actor, ({ context }) => context.head);
  const draft = useSelector(actor, ({ context }) => context.draft);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  if (!draft) return null;
  const fault = mappingFault(draft.fields);
  const customOf = ({ index, header }: ImportColumn) =>
    draft.fields[String(index)] === undefined ? (draft.custom_fields?.[headerKey(header)] ?? null) : null;
  const matched = Object.keys(draft.fields).length + columns.filter((column) => customOf(column) !== null).length;
  return (
    <div className="two">
      <div className="stack">
        {attempt.fixes_of ? (
          <Note tone="info" title={`Problem rows of ${attempt.fixes_of.file_name}`}>
            Columns and options come from that import. Reasons are omitted.
          </Note>
        ) : null}
        {fault ? (
          <Note tone="warn" title={faultWords(fault)}>
            Rows without a name, phone or e-mail can't be imported.
          </Note>
        ) : null}
        <Card
          title="Columns"
          count={`${matched} of ${columns.length} matched`}
          className="match"
          aside={
            <>
              {sheets.length > 1 ? (
                <SelectField
                  label="Sheet"
                  labelHidden
                  disabled={isBusy}
                  value={String(sheet)}
                  options={sheets.map((name, index) => ({ value: String(index), label: `Sheet ${name}` }))}
                  onChange={(event) =>
                    actor.send({ type: 'import.readHead', place: { sheet: Number(event.target.value) } })
                  }
                />
              ) : null}
              <SelectField
                label="Headers are in"
                labelHidden
                disabled={isBusy}
                value={String(attempt.header_row)}
                options={[
                  ...HEADER_ROWS.map((row) => ({ value: String(row), label: `Headers in row ${row}` })),
                  { value: '0', label: 'No headers' },
                ]}
                onChange={(event) =>
                  actor.send({ type: 'import.readHead', place: { header_row: Number(event.target.value) } })
                }
              />
            </>
          }
        >
          <FileFacts madeBy={made_by} warnings={warnings} />
          <Table className="match-table" aria-busy={isBusy}>
            <thead>
              <tr>
                <HeadCell className="c-column">Column</HeadCell>
                <HeadCell className="c-samples">Samples</HeadCell>
                <HeadCell className="c-field">Maps to</HeadCell>
                <HeadCell className="c-sure">Match confidence</HeadCell>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <ColumnRow
                  key={column.index}
                  column={column}
                  fields={draft.fields}
                  custom={customOf(column)}
                  customFields={customFields}
                  isKept={draft.keep_other_columns}
                  onMap={(field, custom) =>
                    actor.send({ type: 'import.map', column: column.index, field, ...(custom !== null && { custom }) })
                  }
                />
              ))}
            </tbody>
          </Table>
        </Card>
        <FirstRows actor={actor} />
        <SavedSettings actor={actor} attempt={attempt} draft={draft} />
      </div>
      <ImportOptions actor={actor} attempt={attempt} draft={draft} />
    </div>
  );
}

interface ColumnRowProps {
  column: ImportColumn;
  fields: Mapping;
  /** The custom field that it fills; `null`: none. */
  custom: string | null;
  /** Custom fields to choose from. */
  customFields: readonly string[];
  /** True when a column without a field is kept anyway. */
  isKept: boolean;
  onMap: (field: ImportField | null, custom: string | null) => void;
}

function ColumnRow({ column, fields, custom, customFields, isKept, onMap }: ColumnRowProps) {
  const field = fields[String(column.index)] ?? null;
  const taken = new Set(Object.values(fields));
  return (
    <tr>
      <Cell className="name" title={column.header}>
        {column.header}
        <span className="only-small meta quiet cut">{column.samples[0] ?? 'Empty'}</span>
      </Cell>
      <Cell className="c-samples" title={column.samples.join(', ')}>
        {column.samples.length === 0 ? <span className="quiet">Empty</span> : column.samples.slice(0, 3).join(', ')}
      </Cell>
      <Cell>
        <SelectField
          label={`Field for ${column.header}`}
          labelHidden
          value={custom === null ? (field ?? '') : CUSTOM + custom}
          options={[
            { value: '', label: 'Not imported' },
            ...fieldsInOrder
              .filter((one) => isOffered(one, taken))
              .map((one) => ({
                value: one,
                label: taken.has(one) && one !== field ? `${FIELD_WORDS[one]} (moves here)` : FIELD_WORDS[one],
              })),
            ...[...new Set([...customFields, ...(custom === null ? [] : [custom])])].map((label) => ({
              value: CUSTOM + label,
              label,
              group: 'Custom fields',
            })),
          ]}
          onChange={({ target: { value } }) =>
            onMap(
              IMPORT_FIELDS.find((one) => one === value) ?? null,
              value.startsWith(CUSTOM) ? value.slice(CUSTOM.length) : null,
            )
          }
        />
      </Cell>
      <Cell className="c-sure">
        <Confidence column={column} field={field} custom={custom} isKept={isKept} />
      </Cell>
    </tr>
  );
}

/** Begins the values of custom fields in the list; no field does. */
const CUSTOM = 'custom:';

const fieldsInOrder = Object.keys(FIELD_WORDS) as ImportField[];

/** A further policy is offered once the one before it has a column. */
function isOffered(field: ImportField, taken: ReadonlySet<ImportField>): boolean {
  const place = policyPartOf(field)?.place;
  const at = place === undefined ? 0 : POLICY_PLACES.indexOf(place);
  return (
    at === 0 ||
    [...taken].some((one) => POLICY_PLACES.slice(at - 1).some((known) => policyPartOf(one)?.place === known))
  );
}

interface ConfidenceProps {
  column: ImportColumn;
  field: ImportField | null;
  custom: string | null;
  isKept: boolean;
}

function Confidence({ column, field, custom, isKept }: ConfidenceProps) {
  if (custom !== null && headerKey(custom) === headerKey(column.header)) {
    return <StatusWord tone="good">High</StatusWord>;
  }
  if (custom !== null) return <StatusWord>Your choice</StatusWord>;
  if (field === null) return <span className="quiet">{isKept ? 'Kept' : 'Not imported'}</span>;
  if (field !== column.suggestion) return <StatusWord>Your choice</StatusWord>;
  if (column.confidence >= 0.9) return <StatusWord tone="good">High</StatusWord>;
  return column.confidence >= 0.6 ? (
    <StatusWord tone="info">Medium</StatusWord>
  ) : (
    <StatusWord tone="warn">Review</StatusWord>
  );
}
