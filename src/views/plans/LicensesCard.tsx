import { useState } from 'react';
import { MAX_LICENSES, type PlanKind, type PlanLicense, type PlanSubscription } from '#contract/plans/plan.contract.ts';
import type { PlanChangeActor } from '../../machines/plans/plan-change.machine.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Column, DataRows } from '../_kit/display/DataTable.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { Slice } from '../wallets/Slice.tsx';
import { resize } from './plan-changes.ts';
import { CALLS } from './plan-kinds.ts';
import { units } from './plan-page-words.ts';

const LicenseDialog = lazyPart(() => import('./LicenseDialog.tsx'), 'LicenseDialog');

/** Licenses of a page. Ours. */
const LIMIT = 25;

interface LicensesCardProps {
  readonly kind: PlanKind;
  readonly subscription: PlanSubscription;
  readonly actor: PlanChangeActor;
  readonly refusal: string | undefined;
}

/** The licenses that a manager pays for: who has them, and how much each may use. */
export function LicensesCard({ kind, subscription, actor, refusal }: LicensesCardProps) {
  const [page, setPage] = useState(1);
  const licenses = useResource(CALLS[kind].listLicenses, {
    query: { subscription_id: subscription.id, order: 'asc', page, limit: LIMIT },
  });
  const [open, setOpen] = useState<PlanLicense | null>(null);
  return (
    <Card
      title="Licenses"
      aside={<span className="soft num">{`${subscription.assigned} of ${subscription.quantity} assigned`}</span>}
    >
      <Slice of={licenses} what="licenses">
        {({ data }) => (
          <div className="plans-rows">
            <DataRows
              label="Licenses"
              columns={columnsOf(kind)}
              rows={data}
              actions={(license) => (
                <Button
                  look="plain"
                  size="small"
                  aria-label={
                    license.user ? `Edit the license of ${license.user.name}` : `Assign license ${license.id}`
                  }
                  onClick={() => setOpen(license)}
                >
                  {license.user ? 'Edit' : 'Assign'}
                </Button>
              )}
            />
          </div>
        )}
      </Slice>
      <Pages page={page} limit={LIMIT} total={licenses.data?.meta.total_count ?? 0} onPage={setPage} />
      {subscription.status === 'active' ? (
        <Seats kind={kind} subscription={subscription} actor={actor} refusal={refusal} />
      ) : null}
      {open === null ? null : <LicenseDialog kind={kind} license={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

const columnsOf = (kind: PlanKind): readonly Column<PlanLicense>[] => [
  {
    head: 'Agent',
    narrow: 'title',
    cell: ({ user }) => user?.name ?? <span className="soft">Not assigned</span>,
  },
  {
    head: 'Used',
    narrow: 'sub',
    width: '14em',
    cell: ({ used, allocation }) => <span className="num">{`${formatCount(used)} of ${units(kind, allocation)}`}</span>,
  },
  {
    head: 'Payment',
    narrow: 'sub-aside',
    width: '8em',
    cell: ({ paid }) => (paid ? <StatusWord tone="good">Paid</StatusWord> : <StatusWord tone="bad">Unpaid</StatusWord>),
  },
];

/** The number of licenses; its price is shown before it is changed. */
function Seats({ kind, subscription, actor, refusal }: LicensesCardProps) {
  const next = subscription.next_quantity ?? subscription.quantity;
  const [typed, setTyped] = useState(String(next));
  const count = Number(typed);
  const isCount = Number.isSafeInteger(count) && count >= 1 && count <= MAX_LICENSES;
  return (
    <form
      className="pad plans-seats"
      onSubmit={(event) => {
        event.preventDefault();
        if (isCount && count !== next && refusal === undefined)
          actor.send({ type: 'change.propose', change: resize(kind, subscription, count) });
      }}
    >
      <TextField
        label="Number of licenses"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isCount ? undefined : `Enter a number from 1 to ${MAX_LICENSES}.`}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button
        type="submit"
        refusal={refusal ?? (isCount && count !== next ? undefined : 'Change the number of licenses first.')}
      >
        Review change
      </Button>
    </form>
  );
}
