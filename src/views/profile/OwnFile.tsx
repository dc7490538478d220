import { type ReactNode, Suspense, useRef, useState } from 'react';
import { type UserFile, updateProfile, updateWebpage } from '#contract/profile.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { FormFailure } from './FormFailure.tsx';
import { useOwnChange } from './use-own-change.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

interface OwnFileProps {
  kind: UserFile;
  label: string;
  hint: string;
  /** `null`: there is none. */
  url: string | null;
  /** What is there now. */
  shown: ReactNode;
}

const PICTURES = '.png,.jpg,.jpeg,.gif,.webp';

/** A file of the profile or of the public page: to choose, to replace and to remove, each saved on its own. */
export function OwnFile({ kind, label, hint, url, shown }: OwnFileProps) {
  const { user } = useApp();
  const [isAsked, setIsAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The button that had the focus may be gone.
  const done = () => input.current?.focus();
  const profile = useOwnChange(updateProfile, `${label} updated.`, done);
  const webpage = useOwnChange(updateWebpage, `${label} updated.`, done);
  const save = kind === 'photo' || kind === 'flyer' ? webpage : profile;
  const send = (file: File | null) => {
    const sent = file === null ? {} : { file, fileField: kind };
    if (kind === 'photo' || kind === 'flyer')
      webpage.submit({ params: { id: user.id }, body: { webpage: file === null ? { remove: kind } : {} }, ...sent });
    else profile.submit({ body: { profile: file === null ? { remove: kind } : {} }, ...sent });
  };
  const isBusy = save.state === 'submitting';
  const refusal = save.error?.fields[kind]?.[0];
  return (
    <fieldset className="own-file" aria-label={label}>
      {shown}
      <div className="grow">
        <p className="med">{label}</p>
        <p className="soft">{isBusy ? `Saving ${label.toLowerCase()}…` : hint}</p>
        {refusal === undefined ? null : (
          <p role="alert" className="bad-t">
            {refusal}
          </p>
        )}
        <FormFailure failure={save.error} shown={[kind]} />
      </div>
      <label className="btn small" aria-disabled={isBusy || undefined}>
        {url === null ? 'Choose file' : 'Replace'}
        <span className="sr"> for {label}</span>
        <input
          ref={input}
          className="sr"
          type="file"
          accept={kind === 'flyer' ? `.pdf,${PICTURES}` : PICTURES}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0];
            if (chosen !== undefined) send(chosen);
            // The same file, mended, can be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
      {url === null ? null : (
        <Button size="small" look="danger" onClick={() => setIsAsked(true)}>
          Remove<span className="sr"> {label}</span>
        </Button>
      )}
      <Suspense>
        {isAsked ? (
          <AlertDialog
            title={`Remove ${label.toLowerCase()}?`}
            open
            destructive
            confirmLabel="Remove"
            cancelLabel="Keep it"
            onConfirm={() => {
              setIsAsked(false);
              send(null);
            }}
            onCancel={() => setIsAsked(false)}
          >
            <p>You can't undo this.</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </fieldset>
  );
}
