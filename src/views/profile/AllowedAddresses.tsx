import { listAuthIps } from '#contract/profile.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

/** From where one may sign in; only an administrator changes it. */
export function AllowedAddresses() {
  const { data, error, reload } = useResource(listAuthIps, {});
  return (
    <Card title="Allowed networks" padded>
      {data === null ? (
        error === null ? (
          <SkeletonLines lines={1} label="Loading allowed networks" />
        ) : (
          <Note tone="bad" title="Couldn't load allowed networks" role="alert">
            <p>{error.message}</p>
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </Note>
        )
      ) : data.data.length === 0 ? (
        <p className="soft">You can sign in from any IP address. An administrator can restrict this.</p>
      ) : (
        <>
          <p className="soft">You can sign in only from these IP addresses. An administrator can change them.</p>
          <ul>
            {data.data.map(({ id, network, label }) => (
              <li key={id}>
                <code>{network}</code> <span className="soft">{label}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
