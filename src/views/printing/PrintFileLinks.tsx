import { Download, ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { readPrintFile } from '#contract/printing.contract.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';

/** Milliseconds before their end at which addresses are asked for anew, and at least between two askings. Ours. */
const EARLY_MS = 60_000;

/** Addresses of the file, which live for some minutes: they are kept fresh. */
export function PrintFileLinks({ id }: { id: number }) {
  const { data, error, pending, refreshing, reload } = useResource(readPrintFile, { params: { id } });
  const expiresAt = data?.data.expires_at;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const left = Date.parse(expiresAt) - clockNow();
    const timer = setTimeout(reload, Math.max(EARLY_MS, left - EARLY_MS));
    return () => clearTimeout(timer);
  }, [expiresAt, reload]);
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
      <ButtonLink href={data.data.save_url} icon={Download}>
        Save
      </ButtonLink>
      <ButtonLink href={data.data.view_url} look="primary" icon={ExternalLink} target="_blank" rel="noreferrer">
        Open PDF
      </ButtonLink>
    </>
  );
}
