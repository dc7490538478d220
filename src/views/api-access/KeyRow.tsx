import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Permission } from '#contract/access.contract.ts';
import { type ApiKey, deleteApiKey, listApiKeys, updateApiKey } from '#contract/api-access.contract.ts';
import { PERMISSION_LABELS } from '#rules/access/permission-labels.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { useNow } from '../_base/use-now.ts';
import { KeyForm } from './KeyForm.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

interface KeyRowProps {
  apiKey: ApiKey;
  permissions: readonly Permission[];
  zone: string;
}

/** One key: its name, scopes and last use, with its two actions. */
export function KeyRow({ apiKey, permissions, zone }: KeyRowProps) {
  const { toasts, session } = useApp();
  const now = useNow();
  const [open, setOpen] = useState<'change' | 'revoke' | null>(null);
  const { id, name, prefix, scopes, created_at: since, last_used_at: used, last_used_ip: ip } = apiKey;
  const change = useSubmit(updateApiKey, {
    invalidates: [listApiKeys],
    onDone: () => {
      setOpen(null);
      session.send({ type: 'session.refresh' });
    },
  });
  const revoke = useLastingSubmit(deleteApiKey, {
    invalidates: [listApiKeys],
    onDone: () => {
      toasts.show({ tone: 'good', text: `API key “${name}” revoked.` });
      session.send({ type: 'session.refresh' });
    },
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const words = scopes.map((scope) => PERMISSION_LABELS[scope].toLowerCase()).join(', ');
  const usage =
    used === null ? 'never used' : `last used ${formatWhen(used, zone, now)}${ip === null ? '' : ` from ${ip}`}`;

  return (
    <li>
      <Icon of={KeyRound} />
      <div className="what">
        <p>
          <span className="med">{name}</span> <code>{prefix}…</code>
        </p>
        <p className="soft">Can {words}</p>
        <p className="meta quiet">
          Created {formatWhen(since, zone, now)}, {usage}
        </p>
      </div>
      <Button
        size="small"
        aria-expanded={open === 'change'}
        onClick={() => {
          change.reset();
          setOpen(open === 'change' ? null : 'change');
        }}
      >
        Edit<span className="sr"> {name}</span>
      </Button>
      <Button size="small" look="danger" onClick={() => setOpen('revoke')}>
        Revoke<span className="sr"> {name}</span>
      </Button>
      {open === 'change' ? (
        <KeyForm
          start={{ name, scopes }}
          permissions={permissions}
          submitLabel="Save key"
          busy={change.state === 'submitting'}
          error={change.error}
          onSubmit={(body) => change.submit({ params: { id }, body })}
          onCancel={() => setOpen(null)}
        />
      ) : null}
      {open === 'revoke' ? (
        <Suspense>
          <AlertDialog
            open
            title={`Revoke API key “${name}”?`}
            confirmLabel="Revoke key"
            cancelLabel="Keep key"
            destructive
            onConfirm={() => {
              setOpen(null);
              revoke({ params: { id } });
            }}
            onCancel={() => setOpen(null)}
          >
            <p>Programs that use this key stop working immediately. You can't undo this.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </li>
  );
}
