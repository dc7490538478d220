import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { createApiKey, listApiKeys } from '#contract/api-access.contract.ts';
import { scopesOf } from '#rules/access/permissions.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { KeyForm } from './KeyForm.tsx';
import { KeyRow } from './KeyRow.tsx';
import { ShownOnce } from './ShownOnce.tsx';

/** API keys, each with a name and its own scopes. */
export function ApiKeysCard({ zone }: { zone: string }) {
  const { user, session } = useApp();
  const { data, error, reload } = useResource(listApiKeys, {});
  const [isOpen, setOpen] = useState(false);
  const [fresh, setFresh] = useState<{ name: string; key: string } | null>(null);
  const create = useSubmit(createApiKey, {
    invalidates: [listApiKeys],
    onDone: ({ data: made }) => {
      setOpen(false);
      setFresh({ name: made.api_key.name, key: made.key });
      session.send({ type: 'session.refresh' });
    },
  });
  const begin = () => {
    create.reset();
    setOpen(true);
  };
  const isEmpty = data?.data.length === 0 && !isOpen && fresh === null;

  return (
    <Card
      title="API keys"
      count={data === null || data.data.length === 0 ? undefined : String(data.data.length)}
      aside={
        isOpen || isEmpty || data === null ? null : (
          <Button size="small" onClick={begin}>
            New key
          </Button>
        )
      }
    >
      {fresh === null ? null : (
        <div className="pad">
          <ShownOnce
            title={`API key “${fresh.name}” created`}
            secret={fresh.key}
            copyLabel="Copy key"
            onKept={() => setFresh(null)}
          />
        </div>
      )}
      {isOpen ? (
        <div className="pad">
          <KeyForm
            permissions={scopesOf(user.permissions)}
            submitLabel="Create key"
            busy={create.state === 'submitting'}
            error={create.error}
            onSubmit={(body) => create.submit({ body })}
            onCancel={() => setOpen(false)}
          />
        </div>
      ) : null}
      {data === null ? (
        <div className="pad">
          {error === null ? (
            <SkeletonLines lines={2} label="Loading keys" />
          ) : (
            <Note tone="bad" title="Couldn't load keys" role="alert">
              <p>{error.message}</p>
              <Button size="small" onClick={reload}>
                Try again
              </Button>
            </Note>
          )}
        </div>
      ) : isEmpty ? (
        <EmptyState
          icon={KeyRound}
          title="No keys yet"
          text="An API key lets a program act for you, with only the scopes you choose."
          action={<Button onClick={begin}>New key</Button>}
        />
      ) : (
        <ul className="list settings-rows">
          {data.data.map((apiKey) => (
            <KeyRow key={apiKey.id} apiKey={apiKey} permissions={scopesOf(user.permissions)} zone={zone} />
          ))}
        </ul>
      )}
      <p className="pad soft">
        For developers:{' '}
        <a className="link" href="/docs" target="_blank" rel="noopener">
          API reference
        </a>
        {' and '}
        <a className="link" href="/docs/bellwether-client.tgz" download>
          TypeScript client
        </a>
      </p>
    </Card>
  );
}
