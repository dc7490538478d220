import { readContactVendor } from '#contract/vendor-leads.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Link } from '../_kit/display/Link.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';

/** The lead vendor that a contact came from, with its lead for those who manage vendors. */
export function ContactVendor({ id }: { id: number }) {
  const { user } = useApp();
  const now = useNow();
  const { data: found, error } = useResource(readContactVendor, { params: { id } });
  if (error !== null) return <span className="soft">Couldn't load the vendor</span>;
  if (found === null) return null;
  if (found.data === null) return <span className="soft">None</span>;
  const { vendor, lead } = found.data;
  const named = vendor.type === '' ? vendor.name : `${vendor.name}, ${vendor.type}`;
  if (lead === null) return named;
  const received = formatWhen(lead.received_at, IANA_ZONES[user.timezone], now);
  if (!user.permissions.includes('integrations.manage')) return `${named}, ${received}`;
  return (
    <>
      {named}, <Link href={`/admin/api-requests?tab=leads&open=${lead.id}`}>lead of {received}</Link>
    </>
  );
}
