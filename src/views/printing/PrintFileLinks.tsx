import { Download, ExternalLink } from 'lucide-react';
import type { Reply } from '#contract/endpoint.ts';
import { readPrintFile } from '#contract/printing.contract.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { type ResourceState, useResource } from '../_base/use-resource.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';

/** Milliseconds before expiry at which addresses are renewed, and the minimum between two requests. Our choice. */
const EARLY_MS = 60_000;

const beforeTheEnd = ({ data }: ResourceState<Reply<typeof readPrintFile>>): number | null =>
  data === null ? null : Math.max(EARLY_MS, Date.parse(data.data.expires_at) - clockNow() - EARLY_MS);

/** URLs of the file, which expire after some minutes: they are renewed. */
export function PrintFileLinks({ id }: { id: number }) {
  const { data, error, pending, refreshing, reload } = useResource(
    readPrintFile,
    { params: { id } },
    { reloadAfter: beforeTheEnd },
  );
  if (error !== null)
    return (
      <>
        <span role="alert" className="bad-t">
          {error.message}
        </span>
        <Button busy={pending || refreshing} onClick={reload}>
          Try again
        </Button>
      </>
    );
  if (data === null) return null;
  return (
    <>
      <ButtonLink href={data.data.save_url} icon={Download} download>
        Save
      </ButtonLink>
      <ButtonLink href={data.data.view_url} look="primary" icon={ExternalLink} target="_blank" rel="noreferrer">
        Open PDF
      </ButtonLink>
    </>
  );
}
