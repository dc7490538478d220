import type { CSSProperties, ReactNode } from 'react';
import { classes } from '../_kit/format/class-names.ts';

export interface SideRow {
  readonly key: string;
  readonly label: string;
  /** Beside the label, such as "differs". */
  readonly mark?: string | undefined;
  /** True when all values are equal: a phone shows them once. */
  readonly isSame?: boolean;
  /** One a column. */
  readonly cells: readonly ReactNode[];
}

interface SideBySideProps {
  label: string;
  /** Unambiguous names of the columns, and their headings. */
  columns: readonly { readonly id: number; readonly name: string; readonly head: ReactNode }[];
  rows: readonly SideRow[];
}

/** Contacts side by side, one field a row. On a phone each field is a list with the contact's name for each value. */
export function SideBySide({ label, columns, rows }: SideBySideProps) {
  return (
    <div className="sides-scroll">
      <table className="sides" aria-label={label} style={{ '--columns': columns.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col" className="sides-corner">
              <span className="sr">Field</span>
            </th>
            {columns.map(({ id, head }) => (
              <th key={id} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label: field, mark, isSame = false, cells }) => (
            <tr key={key} className={classes(mark !== undefined && 'differs', isSame && 'is-same')}>
              <th scope="row">
                {field}
                {mark === undefined ? null : <span className="meta sides-mark">{mark}</span>}
              </th>
              {columns.map(({ id, name }, at) => (
                <td key={id}>
                  <span className="meta quiet sides-whose">{name}</span>
                  <span>{cells[at] || <span className="quiet">None</span>}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
