import { PhoneOutgoing } from 'lucide-react';
import { fetchHistoricalCalls } from '#contract/phone.contract.ts';
import type { Call } from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { formatShortWhen } from '../../_kit/format/format-when.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { iconOf, numberOf, partyOf, placeOf, resultOf } from '../calls/call-words.ts';
import { callRefusal } from '../call-refusal.ts';
import type { ShownPhone } from '../use-phone.ts';

/** The last calls; a click calls again. */
export function Recent({ view, send }: ShownPhone) {
  const { user } = useApp();
  const history = useResource(fetchHistoricalCalls, { body: {} }, { version: view.line.ended?.key });
  const refusal = callRefusal(view.line);
  const calls = history.data?.call_history;
  return (
    <div className="phone-body">
      {calls === undefined ? (
        <div className="blocked">
          {history.error ? (
            <>
              <p className="soft">Couldn't load calls.</p>
              <Button size="small" onClick={history.reload}>
                Try again
              </Button>
            </>
          ) : (
            <SkeletonLines lines={6} label="Loading calls" />
          )}
        </div>
      ) : calls.length === 0 ? (
        <div className="blocked is-empty">
          <Icon of={PhoneOutgoing} />
          <p className="med">No calls yet</p>
          <p className="soft">Your calls appear here.</p>
        </div>
      ) : (
        <ul className="hist">
          {calls.map((call) => (
            <li key={call.id}>
              <RecentCall
                call={call}
                zone={IANA_ZONES[user.timezone]}
                refusal={refusal ?? (numberOf(call) === '' ? 'The number is private.' : null)}
                onCall={() =>
                  send({
                    type: 'line.dial',
                    number: numberOf(call),
                    ...(call.contact ? { contactId: call.contact.id } : {}),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="pf">
        {refusal === null || calls === undefined ? null : <p className="meta">{refusal}</p>}
        <ButtonLink look="plain" size="small" wide href="/calls">
          All calls
        </ButtonLink>
      </div>
    </div>
  );
}

interface RecentCallProps {
  call: Call;
  zone: string;
  refusal: string | null;
  onCall: () => void;
}

function RecentCall({ call, zone, refusal, onCall }: RecentCallProps) {
  const now = useNow();
  const { icon, tone, label } = iconOf(call);
  const result = resultOf(call);
  const name = partyOf(call);
  return (
    <button
      type="button"
      title={refusal ?? `Call ${formatPhone(numberOf(call))}`}
      aria-disabled={refusal === null ? undefined : true}
      onClick={refusal === null ? onCall : undefined}
    >
      <Icon of={icon} tone={tone} />
      <span className="med cut">
        <span className="sr">Call </span>
        {name}
        <span className="sr">, {label.toLowerCase()}, </span>
      </span>
      <span className="meta quiet num r">{formatShortWhen(call.created_at, zone, now)}</span>
      <span />
      <span className="meta quiet cut">{placeOf(call)}</span>
      <span className={classes('meta num r', result.tone === 'bad' ? 'bad-t' : 'quiet')}>{result.text}</span>
    </button>
  );
}
