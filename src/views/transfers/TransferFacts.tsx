import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';

/** Parties of the transfer, who ordered it, and on what basis. */
export function TransferFacts({ attempt }: { attempt: TransferAttempt }) {
  const { user, actor, to, note, consent, created_at, finished_at } = attempt;
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { rule, attested } = consent;
  return (
    <Card title="Details" padded>
      <Facts
        facts={[
          { label: 'By', value: actor === null ? user.name : `${actor.name}, as ${user.name}` },
          {
            label: 'To',
            value: (
              <>
                {to.map(({ name }) => name).join(', ')}
                {to.length > 1 ? <span className="quiet"> in turn</span> : null}
              </>
            ),
          },
          ...(note ? [{ label: 'Note', value: note }] : []),
          ...(rule ? [{ label: 'Rule', value: rule.source ? `${rule.title} (${rule.source})` : rule.title }] : []),
          ...(attested === null ? [] : [{ label: 'Paper consent', value: attested }]),
          { label: 'Requested', value: formatWhen(created_at, zone, now) },
          ...(finished_at === null ? [] : [{ label: 'Ended', value: formatWhen(finished_at, zone, now) }]),
        ]}
      />
    </Card>
  );
}
