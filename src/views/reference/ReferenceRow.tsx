import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { TAG_COLORS, type TagColor } from '#contract/tags.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { InlineEdit } from '../_kit/controls/InlineEdit.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Cell } from '../_kit/display/Table.tsx';
import { TAG_DOT } from '../contacts/tag-color.ts';
import type { ListKind, ListRow, RowChange } from './list-kinds.ts';

/** Data that rows refer to. */
export interface Around {
  readonly units: readonly { readonly id: number; readonly name: string }[];
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}

export const COLOR_OPTIONS = TAG_COLORS.map((color) => ({
  value: color,
  label: color.charAt(0).toUpperCase() + color.slice(1),
}));

interface ReferenceRowProps {
  row: ListRow;
  kind: ListKind;
  around: Around;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/** A row of a list; every value is its own field. */
export function ReferenceRow({ row, kind, around, onUp, onDown }: ReferenceRowProps) {
  const { has } = kind;
  const { save, failed, isSaving } = useSave(row, kind);
  const remove = useRemove(row, kind);
  const edit = (field: 'name' | 'text', label: string) => (
    <InlineEdit
      label={`${label} of ${row.name}`}
      value={row[field] ?? ''}
      maxLength={field === 'name' ? 60 : 500}
      saving={isSaving(field)}
      error={failed?.field === field ? failed.message : undefined}
      unsaved={failed?.field === field ? failed.typed : undefined}
      onSave={(typed) => save(field, { [field]: typed }, typed)}
    />
  );
  return (
    <tr>
      <Cell className="lists-name" narrow="title">
        <span className="lists-label">
          {row.color ? <span className="dot" style={{ background: TAG_DOT[row.color] }} aria-hidden /> : null}
          {edit('name', 'Name')}
        </span>
      </Cell>
      {has.color ? (
        <Cell narrow="aside">
          <SelectField
            label={`Color of ${row.name}`}
            labelHidden
            value={row.color}
            options={COLOR_OPTIONS}
            onChange={(event) => save('color', { color: event.currentTarget.value as TagColor })}
          />
        </Cell>
      ) : null}
      {has.group ? (
        <Cell narrow="sub">
          <SelectField
            label={`Group of ${row.name}`}
            labelHidden
            value={row.groupId ?? ''}
            options={[
              { value: '', label: 'None' },
              ...around.groups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => save('groupId', { groupId: Number(event.currentTarget.value) || null })}
          />
        </Cell>
      ) : null}
      {kind.textLabel ? <Cell narrow="sub">{edit('text', kind.textLabel)}</Cell> : null}
      {has.unit ? (
        <Cell className="soft" narrow={has.group ? 'none' : 'sub'}>
          {unitWords(row, around)}
        </Cell>
      ) : null}
      <Cell className="lists-acts" narrow="sub-aside">
        {has.position ? (
          <>
            <IconButton icon={ArrowUp} size="small" label={`Move ${row.name} up`} disabled={!onUp} onClick={onUp} />
            <IconButton
              icon={ArrowDown}
              size="small"
              label={`Move ${row.name} down`}
              disabled={!onDown}
              onClick={onDown}
            />
          </>
        ) : null}
        {remove ? <IconButton icon={Trash2} size="small" label={`Remove ${row.name}`} onClick={remove} /> : null}
      </Cell>
    </tr>
  );
}

function unitWords({ unitId }: ListRow, { units }: Around): string {
  if (unitId === null || unitId === undefined) return 'Entire account';
  return units.find(({ id }) => id === unitId)?.name ?? 'One business unit';
}

interface Failure {
  readonly field: keyof RowChange;
  readonly message: string;
  readonly typed: string | undefined;
}

/** Writes one value; what does not take stays in its field with the reason. */
function useSave(row: ListRow, kind: ListKind) {
  const { toasts } = useApp();
  const [asked, setAsked] = useState<Pick<Failure, 'field' | 'typed'> | null>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  const change = useSubmit(kind.change, {
    invalidates: [kind.list, ...kind.alsoShown],
    onDone: () => setFailed(null),
    onFailed: (error) => {
      if (asked?.typed === undefined) toasts.show({ tone: 'bad', text: error.message });
      else setFailed({ ...asked, message: error.message });
    },
  });
  return {
    failed,
    isSaving: (field: keyof RowChange) => change.state === 'submitting' && asked?.field === field,
    save: (field: keyof RowChange, written: RowChange, typed?: string) => {
      setAsked({ field, typed });
      change.submit(kind.changeArgs(row.id, written));
    },
  };
}

/** Takes the row away; Undo adds it again as it was. Absent where rows stay. */
function useRemove(row: ListRow, kind: ListKind): (() => void) | undefined {
  const { toasts } = useApp();
  const invalidates = [kind.list, ...kind.alsoShown];
  const addAgain = useLastingSubmit(kind.add, {
    invalidates,
    onDone: () => toasts.show({ tone: 'good', text: `${row.name} restored` }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const remove = useLastingSubmit(kind.remove ?? kind.change, {
    invalidates,
    onDone: () =>
      toasts.show({
        tone: 'info',
        text: `${row.name} removed`,
        action: { label: 'Undo', run: () => addAgain(kind.addArgs(row)) },
      }),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return kind.remove === null ? undefined : () => remove({ params: { id: row.id } });
}
