import { Download } from 'lucide-react';
import { type CampaignTrigger, campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_base/use-app.ts';
import { type ResourceState, useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';

/** Milliseconds before expiry at which the address is renewed, and the minimum between two requests. Ours. */
const EARLY_MS = 60_000;

const beforeTheEnd = ({ data }: ResourceState<Reply<typeof campaignTriggers.readFile>>): number | null =>
  data === null ? null : Math.max(EARLY_MS, Date.parse(data.data.expires_at) - clockNow() - EARLY_MS);

/** The file of a trigger: to save it, and to remove it. */
export function StoredFile({ trigger: { id, name } }: { trigger: CampaignTrigger }) {
  const { toasts } = useApp();
  const read = useResource(campaignTriggers.readFile, { params: { id } }, { reloadAfter: beforeTheEnd });
  const remove = useSubmit(campaignTriggers.update, {
    invalidates: [campaignTriggers.list, campaignTriggers.read],
    onDone: () => toasts.show({ tone: 'good', text: `File of ${name} removed` }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <div className="row whole">
      {read.data === null ? null : (
        <ButtonLink size="small" icon={Download} href={read.data.data.url} download>
          Save file
        </ButtonLink>
      )}
      <Button
        size="small"
        look="danger"
        busy={remove.state === 'submitting'}
        onClick={() => remove.submit({ params: { id }, body: { remove_file: true } })}
      >
        Remove file
      </Button>
    </div>
  );
}
