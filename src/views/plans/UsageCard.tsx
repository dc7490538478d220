import type { PlanKind, PlanUsage } from '#contract/plans/plan.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatPlainDate } from '../_kit/format/format-when.ts';
import { ProgressLine } from '../_kit/states/Progress.tsx';
import { Slice } from '../wallets/Slice.tsx';
import { CALLS } from './plan-kinds.ts';
import { forecastOf, SOURCES, units, usedOf } from './plan-page-words.ts';

/** What was used this month, of what, and who pays for it. */
export function UsageCard({ kind }: { kind: PlanKind }) {
  const calls = CALLS[kind];
  const usage = useResource(calls.usage, {});
  const active = useResource(calls.active, { query: {} });
  const source = usage.data?.data.source ?? null;
  const plan = active.data?.data?.plan.name;
  return (
    <Card
      title="This month"
      aside={
        source === null ? null : <span className="soft">{plan ? `${plan} · ${SOURCES[source]}` : SOURCES[source]}</span>
      }
      padded
    >
      <Slice of={usage} what="usage">
        {({ data }) => <Usage kind={kind} usage={data} />}
      </Slice>
    </Card>
  );
}

function Usage({ kind, usage }: { kind: PlanKind; usage: PlanUsage }) {
  const { source, used, allocation, renews_on: renews } = usage;
  if (source === null)
    return (
      <p>
        {used === 0 ? null : <span className="med num">{`${units(kind, used)} used. `}</span>}
        <span className="soft">No plan pays for your usage. Choose one below.</span>
      </p>
    );
  const text = usedOf(kind, usage);
  return (
    <div className="plans-usage">
      {allocation === null ? (
        <p className="row">
          <span className="med num">{text}</span>
          <span className="end soft">Unlimited</span>
        </p>
      ) : (
        <ProgressLine
          label="Usage this month"
          done={used}
          total={allocation}
          text={text}
          aside={`Starts over ${formatPlainDate(renews)}`}
        />
      )}
      <p className="soft">
        {forecastOf(kind, usage)}
        {source === 'self' ? '' : " You don't need a plan of your own."}
      </p>
    </div>
  );
}
