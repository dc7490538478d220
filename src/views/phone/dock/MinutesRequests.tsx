import { PhoneForwarded } from 'lucide-react';
import { useState } from 'react';
import { answerMinutesRequest, listMinutesRequests } from '#contract/phone.contract.ts';
import type { MinutesRequest } from '#contract/phone/call.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useMinutesFeed } from '../../_base/feeds/use-minutes-feed.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Banner } from '../../_kit/overlays/Banner.tsx';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';

/** Minutes requests of the downline: the oldest first, answered with one press. */
export function MinutesRequests() {
  useMinutesFeed();
  const { data } = useResource(listMinutesRequests, {});
  const [putAway, setPutAway] = useState<readonly number[]>([]);
  const [first, ...others] = (data?.data ?? []).filter(({ id }) => !putAway.includes(id));
  if (first === undefined) return null;
  return (
    <Request
      key={first.id}
      request={first}
      waiting={others.length}
      onPutAway={() => setPutAway([...putAway, first.id])}
    />
  );
}

interface RequestProps {
  request: MinutesRequest;
  /** Number of other requests. */
  waiting: number;
  onPutAway: () => void;
}

function Request({ request: { id, user, minutes, note }, waiting, onPutAway }: RequestProps) {
  const { toasts, invalidate } = useApp();
  const answer = useSubmit(answerMinutesRequest, {
    invalidates: [listMinutesRequests],
    onDone: (_, { body }) =>
      toasts.show(
        body.minutes === 0
          ? { tone: 'info', text: `Request declined` }
          : { tone: 'good', text: `${user.name} now has ${formatCount(body.minutes)} more minutes per month.` },
      ),
    onFailed: ({ message }) => {
      toasts.show({ tone: 'bad', text: message });
      invalidate(listMinutesRequests);
    },
  });
  const [given, setGiven] = useState(0);
  const isBusy = (count: number) => answer.state === 'submitting' && given === count;
  const give = (count: number) => {
    if (answer.state === 'submitting') return;
    setGiven(count);
    answer.submit({ body: { id, minutes: count } });
  };
  return (
    <Banner
      icon={PhoneForwarded}
      title={`${user.name} requested ${formatCount(minutes)} more phone minutes per month`}
      detail={[note, waiting === 0 ? '' : `${formatCount(waiting)} more waiting`].filter(Boolean).join(' · ')}
      acts={
        <>
          <Button size="small" busy={isBusy(minutes)} onClick={() => give(minutes)}>
            Approve {formatCount(minutes)} per month
          </Button>
          <Button size="small" busy={isBusy(0)} onClick={() => give(0)}>
            Decline
          </Button>
        </>
      }
      onDismiss={onPutAway}
    />
  );
}
