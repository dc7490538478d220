import { useState } from 'react';
import { type Application, listApplications, openFireLight } from '#contract/fire-light.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { PRODUCT_NAMES } from '#rules/insurance/application-products.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Column, DataRows } from '../_kit/display/DataTable.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const StartApplicationDialog = lazyPart(() => import('./StartApplicationDialog.tsx'), 'StartApplicationDialog');

/** Applications of a contact, and the way to start one; nothing while there is none and the contact is read-only. */
export function ApplicationsCard({ contact, readOnly }: { contact: Contact; readOnly: boolean }) {
  const [starts, setStarts] = useState(false);
  const { data, error, reload } = useResource(listApplications, { params: { id: contact.id } });
  const { data: rows, meta } = data ?? { data: [], meta: null };
  if (error !== null && data === null)
    return (
      <Card title="Applications" padded>
        <p className="soft">Couldn't load applications.</p>
        <Button size="small" onClick={reload}>
          Try again
        </Button>
      </Card>
    );
  const mayStart = !readOnly && contact.died_on === null;
  if (meta === null || (rows.length === 0 && !mayStart)) return null;
  return (
    <Card
      title="Applications"
      count={String(rows.length)}
      aside={
        mayStart ? (
          <>
            {meta.desk === 'firelight' ? <DashboardButton /> : null}
            <Button size="small" onClick={() => setStarts(true)}>
              Start application
            </Button>
          </>
        ) : null
      }
    >
      {rows.length === 0 ? null : <Applications rows={rows} />}
      {starts ? <StartApplicationDialog contact={contact} onClose={() => setStarts(false)} /> : null}
    </Card>
  );
}

function Applications({ rows }: { rows: readonly Application[] }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const columns: readonly Column<Application>[] = [
    {
      head: 'Application',
      narrow: 'title',
      cell: ({ product, url, desk }) => (
        <>
          <a href={url} target="_blank" rel="noreferrer">
            {PRODUCT_NAMES[product]}
          </a>
          <span className="record-sub meta quiet">{desk === 'firelight' ? 'FireLight' : 'Fact sheet'}</span>
        </>
      ),
    },
    { head: 'Started by', narrow: 'sub', cell: ({ started_by }) => started_by },
    { head: 'Started', numeric: true, narrow: 'sub-aside', cell: ({ started_at }) => formatDate(started_at, zone) },
  ];
  return <DataRows label="Applications" columns={columns} rows={rows} />;
}

function DashboardButton() {
  const { toasts } = useApp();
  const open = useSubmit(openFireLight, {
    onDone: ({ data }) => window.open(data.url, '_blank', 'noopener'),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <Button size="small" look="plain" disabled={open.state === 'submitting'} onClick={() => open.submit({})}>
      Open FireLight
    </Button>
  );
}
