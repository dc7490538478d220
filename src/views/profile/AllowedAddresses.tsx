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
    <Card title="Where you may sign in from" padded>
      {data === null ? (
        error === null ? (
          <SkeletonLines lines={1} label="Loading the allowed addresses" />
        ) : (
          <Note tone="bad" title="The allowed addresses could not be loaded" role="alert">
            <p>{error.message}</p>
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </Note>
        )
      ) : data.data.length === 0 ? (
        <p className="soft">From any address. An administrator of your agency can narrow that to some.</p>
      ) : (
        <>
          <p className="soft">Only from these addresses. An administrator of your agency can change them.</p>
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
