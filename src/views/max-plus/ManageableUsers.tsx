import { useState } from 'react';
import { listManageableUsers, MAX_PLUS_PLANS, type ManageableUser } from '#contract/max-plus.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { planName } from '#rules/max-plus/max-plus-change.ts';
import { useResource } from '../_base/use-resource.ts';
import type { PlanChangeActor } from '../../machines/plans/plan-change.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Column, DataRows, type Selection } from '../_kit/display/DataTable.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Slice } from '../wallets/Slice.tsx';
import { bulkChange, centsFor, endFor, planWord, refusedFor } from './max-plus-words.ts';

interface ManageableUsersProps {
  readonly actor: PlanChangeActor;
  readonly card: string | null;
  readonly zone: string;
  readonly refusal: string | undefined;
}

/** The people whose Max Plus the current user pays for, with one choice for the selected ones. */
export function ManageableUsers({ actor, card, zone, refusal }: ManageableUsersProps) {
  const users = useResource(listManageableUsers, {});
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const all = users.data?.data ?? [];
  const selected = all.filter(({ id }) => chosen.includes(id));
  const selection: Selection<ManageableUser> = {
    isSelected: ({ id }) => chosen.includes(id),
    onToggle: ({ id }) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
    all: selected.length === all.length ? true : selected.length === 0 ? false : 'some',
    onToggleAll: () => setChosen(selected.length === all.length ? [] : all.map(({ id }) => id)),
    nameOf: ({ name }) => name,
  };
  return (
    <Card title="Agents" count={users.data ? String(all.length) : undefined}>
      <Slice of={users} what="agents">
        {() =>
          all.length === 0 ? (
            <p className="pad soft">You manage no agents yet.</p>
          ) : (
            <DataRows
              label="Agents"
              columns={columnsOf(zone)}
              rows={all}
              selection={selection}
              actions={(user) => <End user={user} actor={actor} zone={zone} refusal={refusal} />}
            />
          )
        }
      </Slice>
      {selected.length === 0 ? null : <Choice selected={selected} actor={actor} card={card} refusal={refusal} />}
    </Card>
  );
}

interface ChoiceProps extends Pick<ManageableUsersProps, 'actor' | 'card' | 'refusal'> {
  readonly selected: readonly ManageableUser[];
}

/** One plan for everyone selected; those who prevent it are named. */
function Choice({ selected, actor, card, refusal }: ChoiceProps) {
  const choices = MAX_PLUS_PLANS.map((plan) => ({ plan, refused: refusedFor(selected, plan) }));
  const reasons = [...new Set(choices.flatMap(({ refused }) => refused))];
  return (
    <div className="pad max-plus-choose">
      <div className="row wrap max-plus-deeds">
        <span className="med num">{selected.length} selected</span>
        {choices.map(({ plan, refused }) => (
          <Button
            key={plan}
            look={plan === 'premium' ? 'primary' : 'default'}
            refusal={refusal ?? (refused.length > 0 ? refused.join(' ') : undefined)}
            onClick={() => actor.send({ type: 'change.propose', change: bulkChange(selected, plan, card) })}
          >
            {refused.length > 0 ? planName(plan) : `${planName(plan)}, ${dollars(centsFor(selected, plan))} now`}
          </Button>
        ))}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className="soft">
          {reason}
        </p>
      ))}
    </div>
  );
}

const columnsOf = (zone: string): readonly Column<ManageableUser>[] => [
  { head: 'Agent', narrow: 'title', cell: ({ name }) => name },
  { head: 'Plan', narrow: 'sub', width: '8em', cell: ({ plan }) => planWord(plan) },
  { head: 'Paid by', leaves: 1, width: '10em', cell: payerWord },
  {
    head: 'Renews',
    narrow: 'sub-aside',
    width: '12em',
    cell: ({ subscription }) => (subscription === null ? null : <Until subscription={subscription} zone={zone} />),
  },
];

function payerWord({ plan, subscription }: ManageableUser): string {
  if (subscription === null) return plan === null ? '' : 'Included';
  return subscription.paid_by === 'self' ? 'The agent' : 'Agency';
}

type Subscribed = NonNullable<ManageableUser['subscription']>;

function Until({
  subscription: { status, period_ends_at, next_plan },
  zone,
}: {
  subscription: Subscribed;
  zone: string;
}) {
  const until = formatDate(period_ends_at, zone);
  if (status === 'past_due') return <StatusWord tone="bad">Payment failed</StatusWord>;
  if (status === 'cancelled') return <StatusWord tone="warn">{`Ends ${until}`}</StatusWord>;
  return <span className="num">{next_plan === null ? until : `${until}, then ${planName(next_plan)}`}</span>;
}

interface EndProps {
  readonly user: ManageableUser;
  readonly actor: PlanChangeActor;
  readonly zone: string;
  readonly refusal: string | undefined;
}

function End({ user, actor, zone, refusal }: EndProps) {
  const { subscription, name } = user;
  if (subscription === null || subscription.status === 'cancelled' || subscription.paid_by === 'self') return null;
  return (
    <Button
      look="plain"
      size="small"
      refusal={refusal}
      aria-label={`Cancel Max Plus for ${name}`}
      onClick={() =>
        actor.send({
          type: 'change.propose',
          change: endFor(user, subscription, formatDate(subscription.period_ends_at, zone)),
        })
      }
    >
      Cancel
    </Button>
  );
}
