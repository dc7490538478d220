import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

export interface GridColumn<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly maxLength: number;
  /** In em. */
  readonly width?: number;
}

/** Columns beyond which a row takes several lines where there is little room. Ours. */
const MANY = 3;

type Row<Name extends string> = Readonly<Record<Name, string>>;

interface GridEditorProps<Name extends string> {
  /** "Prescriptions" */
  label: string;
  /** "prescription", for the names of its cells. */
  thing: string;
  columns: readonly GridColumn<Name>[];
  rows: readonly Row<Name>[];
  blank: Row<Name>;
  most: number;
  /** The order means something: rows can be moved. */
  ordered?: boolean;
  errorOf: (row: number, column: Name) => string | undefined;
  onChange: (rows: readonly Row<Name>[]) => void;
  onSave: () => void;
  /** Buttons at the end of the foot. */
  children: ReactNode;
}

/**
 * Rows to type into. Enter goes down and adds a row at the end, the arrows go up and down, Control and Enter saves.
 */
export function GridEditor<Name extends string>(props: GridEditorProps<Name>) {
  const { label, thing, columns, rows, blank, most, ordered = false, errorOf, onChange, onSave, children } = props;
  const table = useRef<HTMLTableElement>(null);
  const focus = (row: number, column: number) =>
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}-${column}"]`)?.focus(),
    );
  const add = (column = 0) => {
    if (rows.length >= most) return;
    onChange([...rows, blank]);
    focus(rows.length, column);
  };
  const write = (at: number, name: Name, value: string) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, [name]: value } : row)));
  const move = (at: number, by: number) => {
    const [from, to] = [rows[at], rows[at + by]];
    if (from === undefined || to === undefined) return;
    onChange(rows.with(at, to).with(at + by, from));
  };
  const press = (event: KeyboardEvent, row: number, column: number) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const steps = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (steps === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isSave) onSave();
    else if (event.key === 'Enter' && row === rows.length - 1) add(column);
    else focus(row + steps, column);
  };

  return (
    <>
      <div className="grid-scroll">
        <table className={classes('grid-edit', columns.length > MANY && 'many')} aria-label={label} ref={table}>
          <thead>
            <tr>
              {columns.map(({ name, label: head, width }) => (
                <th key={name} scope="col" style={width === undefined ? undefined : { minWidth: `${width}em` }}>
                  {head}
                </th>
              ))}
              <th scope="col">
                <span className="sr">Move and remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no ids
              <tr key={at}>
                {columns.map(({ name, label: head, maxLength }, column) => (
                  <td key={name}>
                    <TextField
                      label={`${head} of ${thing} ${at + 1}`}
                      labelHidden
                      placeholder={head}
                      autoComplete="off"
                      spellCheck={false}
                      data-cell={`${at}-${column}`}
                      maxLength={maxLength}
                      value={row[name]}
                      error={errorOf(at, name)}
                      onChange={(event) => write(at, name, event.currentTarget.value)}
                      onKeyDown={(event) => press(event, at, column)}
                    />
                  </td>
                ))}
                <td className="acts">
                  {ordered ? (
                    <>
                      <IconButton
                        icon={ArrowUp}
                        size="small"
                        label={`Move ${thing} ${at + 1} up`}
                        onClick={() => move(at, -1)}
                      />
                      <IconButton
                        icon={ArrowDown}
                        size="small"
                        label={`Move ${thing} ${at + 1} down`}
                        onClick={() => move(at, 1)}
                      />
                    </>
                  ) : null}
                  <IconButton
                    icon={X}
                    size="small"
                    label={`Remove ${thing} ${at + 1}`}
                    onClick={() => onChange(rows.filter((_, place) => place !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid-foot">
        <Button
          size="small"
          icon={Plus}
          {...(rows.length < most ? {} : { refusal: `Limit reached: ${most}.` })}
          onClick={() => add()}
        >
          Add a row
        </Button>
        <span className="end">{children}</span>
      </div>
    </>
  );
}

/** The server's message for one cell: `prescriptions.0.drug`. */
export const cellError = (
  fields: Readonly<Record<string, readonly string[]>>,
  row: number,
  column: string,
): string | undefined => Object.entries(fields).find(([path]) => path.endsWith(`.${row}.${column}`))?.[1][0];
