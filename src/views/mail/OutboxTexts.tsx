import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { listOutboxTexts } from '#contract/mail.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { OutboxList } from './OutboxList.tsx';

/** Texts that stayed inside. */
export function OutboxTexts() {
  const [page, setPage] = useState(1);
  const { data, error, pending, reload } = useResource(listOutboxTexts, { query: { page } });
  const now = useNow();
  const zone = IANA_ZONES[useApp().user.timezone];
  return (
    <OutboxList
      noun="text message"
      icon={MessageSquare}
      data={data}
      error={error}
      pending={pending}
      onReload={reload}
      onPage={setPage}
      card={(text) => (
        <Card
          key={text.id}
          title={`To ${text.to}`}
          aside={<span className="meta quiet num">{formatWhen(text.created_at, zone, now)}</span>}
          padded
        >
          <pre>{text.text}</pre>
        </Card>
      )}
    />
  );
}
