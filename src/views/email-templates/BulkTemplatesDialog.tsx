import { useState } from 'react';
import { broadcastEmails, MAX_BULK_TEMPLATES } from '#contract/email-templates.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

/** Turns several templates on or off, all or none of them. */
export function BulkTemplatesDialog({ onClose }: { onClose: () => void }) {
  const { toasts } = useApp();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const list = useResource(broadcastEmails.list, { query: { limit: MAX_BULK_TEMPLATES } });
  const change = useSubmit(broadcastEmails.bulkUpdate, {
    invalidates: [broadcastEmails.list, broadcastEmails.read, broadcastEmails.choices],
    onDone: ({ data }, { body }) => {
      const count = formatCounted(data.length, 'template', 'templates');
      toasts.show({ tone: 'good', text: `${count} turned ${body.active ? 'on' : 'off'}` });
      onClose();
    },
  });
  const templates = list.data?.data ?? [];
  const refusal = chosen.length === 0 ? 'Choose a template first.' : undefined;
  const isAll = templates.length > 0 && chosen.length === templates.length;
  const turn = (active: boolean) => (
    <Button
      look={active ? 'primary' : 'default'}
      refusal={refusal}
      busy={change.state === 'submitting'}
      onClick={() => change.submit({ body: { ids: [...chosen], active } })}
    >
      Turn {active ? 'on' : 'off'}
    </Button>
  );
  return (
    <Dialog
      title="Turn templates on or off"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {turn(false)}
          {turn(true)}
        </>
      }
    >
      <div className="stack">
        <p>Agents can use active templates only.</p>
        {list.error === null ? null : (
          <ErrorPanel title="Couldn't load the templates" text={list.error.message} requestId={list.error.requestId} />
        )}
        {list.pending ? <SkeletonLines lines={4} label="Loading templates" /> : null}
        {templates.length > 1 ? (
          <Checkbox
            checked={isAll || (chosen.length > 0 && 'some')}
            onCheckedChange={(next) => setChosen(next ? templates.map(({ id }) => id) : [])}
          >
            All templates
          </Checkbox>
        ) : null}
        {templates.map(({ id, name, active }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onCheckedChange={(next) => setChosen(next ? [...chosen, id] : chosen.filter((other) => other !== id))}
          >
            {name} <span className="quiet">{active ? 'Active' : 'Off'}</span>
          </Checkbox>
        ))}
        {list.data !== null && templates.length === 0 ? <p className="quiet">No templates yet.</p> : null}
        {change.state === 'failed' ? (
          <Note tone="bad" title={change.error?.message ?? 'Nothing was changed.'} role="alert" />
        ) : null}
      </div>
    </Dialog>
  );
}
