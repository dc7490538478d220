import { useState } from 'react';
import { authenticateCsg, type CsgConnection, readCsgConnection } from '#contract/quotes.contract.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { FormFailure } from '../profile/FormFailure.tsx';

/** The agency's own account at CSG, where quotes come from real rates. */
export function CsgCard({ zone }: { zone: string }) {
  const { data, error, reload } = useResource(readCsgConnection, {});
  return (
    <Card title="Quotes from CSG" padded>
      {error !== null && data === null ? (
        <Note tone="bad" title="Couldn't load CSG connection" role="alert">
          <p>{error.message}</p>
          <Button size="small" onClick={reload}>
            Try again
          </Button>
        </Note>
      ) : data === null ? (
        <SkeletonLines lines={2} label="Loading CSG connection" />
      ) : (
        <Connection connection={data.data} zone={zone} />
      )}
    </Card>
  );
}

function Connection({ connection: { available, source, own }, zone }: { connection: CsgConnection; zone: string }) {
  const now = useNow();
  if (!available) return <p className="soft">This server shows sample rates. CSG isn't configured.</p>;
  return (
    <div className="settings-form">
      <p className="soft">
        Quotes come from: {source}.{' '}
        {own === null
          ? "Connect your agency's CSG account to use its rates."
          : `Connected by ${own.by}, ${formatWhen(own.at, zone, now)}.`}
      </p>
      <KeyForm isConnected={own !== null} />
    </div>
  );
}

function KeyForm({ isConnected }: { isConnected: boolean }) {
  const [key, setKey] = useState('');
  const { submit, state, error } = useSubmit(authenticateCsg, {
    invalidates: [readCsgConnection],
    onDone: () => setKey(''),
  });
  const send = (apiKey: string) => submit({ body: { api_key: apiKey } });
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') send(key);
      }}
    >
      <div className="settings-narrow">
        <TextField
          label={isConnected ? 'Replace API key' : 'CSG API key'}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={key}
          error={error?.fields['api_key']?.[0]}
          hint="We'll verify the key with CSG and store it encrypted. You won't see it again."
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      </div>
      <FormFailure failure={error} shown={['api_key']} />
      <div className="settings-acts">
        <Button type="submit" busy={state === 'submitting'}>
          {isConnected ? 'Save key' : 'Connect CSG'}
        </Button>
        {isConnected ? (
          <Button busy={state === 'submitting'} onClick={() => send('')}>
            Disconnect
          </Button>
        ) : null}
      </div>
    </form>
  );
}
