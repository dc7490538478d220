import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { useApp } from '../_base/use-app.ts';
import type { Resource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { TabState } from './TabState.tsx';
import './records.css';

interface RecordListProps<Row> {
  contact: Contact;
  resource: Resource<{ data: Row[] }>;
  /** As a heading: "Policies". */
  title: string;
  /** Start of a sentence: "The policies". */
  what: string;
  addLabel: string;
  empty: { icon: LucideIcon; title: string; text: string };
  table: (rows: readonly Row[], readOnly: boolean, onOpen: (id: number) => void) => ReactNode;
  /** Below the table. */
  after?: (readOnly: boolean) => ReactNode;
  /** `null`: a new one. */
  dialog: (row: Row | null, readOnly: boolean, onClose: () => void) => ReactNode;
}

/** One kind of records of a contact as a tab: its table, and a dialog for one of them or a new one. */
export function RecordList<Row extends { readonly id: number }>(props: RecordListProps<Row>) {
  const { contact, title, what, resource, addLabel, empty, table, after, dialog } = props;
  const { user } = useApp();
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const frame = useFocusKept<HTMLDivElement>('.acts .icon-btn', '.btn');
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  const add = readOnly ? null : (
    <Button icon={Plus} look="primary" size="small" onClick={() => setOpen('new')}>
      {addLabel}
    </Button>
  );

  return (
    <div className="records" ref={frame}>
      <TabState resource={resource} what={what}>
        {({ data: rows }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState {...empty} action={add} />
            ) : (
              <Card title={title} count={String(rows.length)} aside={add}>
                {table(rows, readOnly, setOpen)}
              </Card>
            )}
            {after?.(readOnly)}
            {open === null ? null : (
              <Suspense>{dialog(rows.find(({ id }) => id === open) ?? null, readOnly, () => setOpen(null))}</Suspense>
            )}
          </>
        )}
      </TabState>
    </div>
  );
}
