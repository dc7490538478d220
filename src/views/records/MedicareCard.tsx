import { Suspense, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { readMedicare } from '#contract/records/medicare.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { FACT_WORDS } from './medicare-words.ts';
import { TabState } from './TabState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const MedicareDialog = lazyPart(() => import('./MedicareDialog.tsx'), 'MedicareDialog');

/** Parts and plan, as Medicare knows them. */
export function MedicareCard({ contact }: { contact: Contact }) {
  const resource = useResource(readMedicare, { params: { id: contact.id } }, { version: contact.last_touch_at });
  const { user } = useApp();
  const [open, setOpen] = useState(false);
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  const bring = readOnly ? null : (
    <Button size="small" onClick={() => setOpen(true)}>
      Import from Medicare
    </Button>
  );
  return (
    <TabState resource={resource} what="Medicare information">
      {({ data }) => {
        const facts = FACT_WORDS.flatMap(({ field, label, isDay }) => {
          const value = data[field];
          return value ? [{ label, value: isDay ? formatPlainDate(value) : value }] : [];
        });
        return (
          <>
            <Card title="Medicare" aside={bring} padded>
              {facts.length === 0 ? (
                <p className="soft">
                  Part A and Part B start dates and the plan. Import the file the client downloads from Medicare.gov.
                </p>
              ) : (
                <Facts facts={facts} />
              )}
            </Card>
            {open ? (
              <Suspense>
                <MedicareDialog contact={contact} onClose={() => setOpen(false)} />
              </Suspense>
            ) : null}
          </>
        );
      }}
    </TabState>
  );
}
