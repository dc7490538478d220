import { Archive, Plus, Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { createPool, deletePool, listPools, type Pool, readPool, updatePool } from '#contract/pools.contract.ts';
import { listAdminOwners } from '#contract/users.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { InlineEdit } from '../_kit/controls/InlineEdit.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

const SHOWN = [listPools, readPool];

/** Shared shelves of contacts, and who holds them. */
export function PoolsList() {
  const pools = useResource(listPools, {});
  if (pools.data === null && pools.error !== null)
    return (
      <ErrorPanel
        title="Couldn't load pools"
        text={pools.error.message}
        requestId={pools.error.requestId}
        actions={<Button onClick={pools.reload}>Try again</Button>}
      />
    );
  if (pools.data === null) return <SkeletonLines lines={6} label="Loading pools" />;
  return (
    <div className="stack">
      <NewPool />
      {pools.data.data.length === 0 ? (
        <EmptyState
          icon={Archive}
          title="No pools yet"
          text="A pool is a set of contacts several users share. Add one and choose its holders."
        />
      ) : (
        <ul className="stack">
          {pools.data.data.map((pool) => (
            <PoolCard key={pool.id} pool={pool} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NewPool() {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = useSubmit(createPool, {
    invalidates: SHOWN,
    onDone: () => {
      setName('');
      input.current?.focus();
    },
  });
  return (
    <form
      className="lists-add"
      onSubmit={(event) => {
        event.preventDefault();
        add.submit({ body: { name } });
      }}
    >
      <TextField
        ref={input}
        label="New pool"
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        error={add.state === 'failed' ? add.error?.message : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" icon={Plus} busy={add.state === 'submitting'}>
        Add
      </Button>
    </form>
  );
}

function PoolCard({ pool }: { pool: Pool }) {
  const { toasts } = useApp();
  const detail = useResource(readPool, { params: { id: pool.id } });
  const people = useResource(listAdminOwners, {});
  const change = useSubmit(updatePool, {
    invalidates: SHOWN,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const holders = detail.data?.data.holders ?? [];
  const remove = useRemovePool(pool, holders);
  const put = (holder_ids: number[]) => change.submit({ params: { id: pool.id }, body: { holder_ids } });
  const others = (people.data?.data ?? []).filter(({ id }) => holders.every((holder) => holder.id !== id));

  return (
    <li className="card lists-pool">
      <div className="row">
        <InlineEdit
          label={`Name of ${pool.name}`}
          value={pool.name}
          maxLength={60}
          saving={change.state === 'submitting'}
          onSave={(name) => change.submit({ params: { id: pool.id }, body: { name } })}
        />
        <span className="end">
          <IconButton icon={Trash2} size="small" label={`Remove ${pool.name}`} onClick={remove} />
        </span>
      </div>
      <ul className="lists-holders" aria-label={`Holders of ${pool.name}`}>
        {holders.map((holder) => (
          <li key={holder.id} className="chip">
            {holder.name}
            <IconButton
              icon={X}
              size="small"
              label={`${holder.name} removed from ${pool.name}`}
              onClick={() => put(holders.filter(({ id }) => id !== holder.id).map(({ id }) => id))}
            />
          </li>
        ))}
        {detail.data !== null && holders.length === 0 ? <li className="quiet">No holders</li> : null}
      </ul>
      <SelectField
        label={`Add a holder of ${pool.name}`}
        labelHidden
        value=""
        disabled={change.state === 'submitting' || detail.data === null}
        options={[
          { value: '', label: 'Add a holder' },
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => {
          const id = Number(event.currentTarget.value);
          if (id > 0) put([...holders.map((holder) => holder.id), id]);
        }}
      />
    </li>
  );
}

/** Takes an empty pool away; Undo makes it again with the same holders. */
function useRemovePool(pool: Pool, holders: readonly { id: number }[]): () => void {
  const { toasts } = useApp();
  const addAgain = useLastingSubmit(createPool, {
    invalidates: SHOWN,
    onDone: () => toasts.show({ tone: 'good', text: `${pool.name} restored` }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const again = { body: { name: pool.name, holder_ids: holders.map(({ id }) => id) } };
  const remove = useLastingSubmit(deletePool, {
    invalidates: SHOWN,
    onDone: () =>
      toasts.show({
        tone: 'info',
        text: `${pool.name} removed`,
        action: { label: 'Undo', run: () => addAgain(again) },
      }),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return () => remove({ params: { id: pool.id } });
}
