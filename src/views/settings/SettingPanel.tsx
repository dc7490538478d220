import { ExternalLink, RotateCcw, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Body } from '#contract/endpoint.ts';
import { type Setting, settings, SwitchValue, TextValue } from '#contract/settings.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { formWrite } from '../_resource/form-write.ts';
import type { RecordParts } from '../_resource/record-parts.tsx';
import type { RecordFormProps } from '../_resource/RecordForm.tsx';
import type { FormSchema } from '../_resource/record-schema.ts';
import { SHOWN } from './shown.ts';
import { SettingHistory } from './SettingHistory.tsx';
import { isDefault, valueWords } from './setting-words.ts';

const RecordForm = lazyPart(() => import('../_resource/RecordForm.tsx'), 'RecordForm');

interface SettingPanelProps {
  setting: Setting;
  onClose: () => void;
}

/** One setting beside the list: its value, its file and its history. */
export function SettingPanel({ setting, onClose }: SettingPanelProps) {
  const { type, value } = setting;
  const common = useCommon(setting, onClose);
  return (
    <Suspense fallback={common.frame(<SkeletonLines lines={6} label="Loading setting" />, onClose)}>
      {type === 'switch' ? (
        <RecordForm
          {...common}
          schema={SwitchValue}
          values={{ value: value === true }}
          fields={({ check }) => (
            <>
              {check('value', setting.label)}
              <p className="soft">{setting.description}</p>
            </>
          )}
        />
      ) : (
        <RecordForm
          {...common}
          schema={TextValue}
          values={{ value: String(value) }}
          fields={(parts) => textFields(parts as unknown as TextParts, setting)}
        />
      )}
    </Suspense>
  );
}

/** The part of the form that all types share. */
function useCommon(
  setting: Setting,
  onClose: () => void,
): Omit<RecordFormProps<FormSchema>, 'schema' | 'values' | 'fields'> {
  const { id, label, version, key } = setting;
  const { toasts } = useApp();
  const done = () => {
    toasts.show({ tone: 'good', text: `${label} saved` });
    onClose();
  };
  return {
    title: label,
    write: formWrite(
      settings.update,
      SHOWN,
      (_values: object, changed: Pick<Body<typeof settings.update>, 'value'>, file) =>
        Object.keys(changed).length === 0 && file === null
          ? null
          : { params: { id }, body: { ...changed, version }, ...(file !== null && { file }) },
    ),
    saveLabel: 'Save',
    onDone: done,
    onClose,
    aside: isDefault(setting) ? null : <RestoreDefault setting={setting} />,
    children: (
      <>
        {setting.public ? (
          <p className="whole meta quiet">
            Anyone can read this value at <code>/v1/settings/{key}</code>.
          </p>
        ) : null}
        <SettingHistory setting={setting} />
      </>
    ),
    frame: (form: ReactNode, leave: () => void) => (
      <aside className="side" aria-label={label}>
        <header>
          <h2 className="grow cut">{label}</h2>
          <IconButton icon={X} size="small" label="Close" onClick={leave} />
        </header>
        {form}
      </aside>
    ),
  };
}

type TextParts = RecordParts<{ value: string }>;

const INPUT = {
  email: { type: 'email' },
  phone: { type: 'tel' },
  url: { type: 'url' },
  number: { inputMode: 'numeric' },
} as const;

function textFields(parts: TextParts, setting: Setting): ReactNode {
  const { type, label, description, choices, default_value: initial } = setting;
  if (type === 'choice')
    return (
      <>
        {parts.choice('value', label, choices)}
        <p className="soft">{description}</p>
      </>
    );
  if (type === 'file')
    return (
      <>
        {parts.text('value', 'Name', { maxLength: 80, hint: description })}
        {parts.file('File', '.pdf,.png,.jpg,.jpeg,.webp', 'PDF, PNG, JPEG or WebP, at most 10 MB.')}
        <StoredFile setting={setting} />
      </>
    );
  const hint = initial === '' ? description : `${description} Default: ${valueWords(setting, initial, null)}.`;
  return parts.text('value', label, {
    hint,
    maxLength: 500,
    ...(type in INPUT && INPUT[type as keyof typeof INPUT]),
  });
}

function useRestored({ label }: Setting, what: string) {
  const { toasts } = useApp();
  return useSubmit(settings.update, {
    invalidates: SHOWN,
    onDone: () => toasts.show({ tone: 'good', text: `${label}: ${what}. The history keeps the earlier value.` }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
}

function RestoreDefault({ setting }: { setting: Setting }) {
  const { id, version, file } = setting;
  const { submit, state } = useRestored(setting, 'default restored');
  const removed = file === null ? {} : { remove_file: true };
  return (
    <Button
      icon={RotateCcw}
      busy={state === 'submitting'}
      onClick={() => submit({ params: { id }, body: { value: null, ...removed, version } })}
    >
      Restore default
    </Button>
  );
}

const IMAGE = /\.(png|jpe?g|webp)$/iu;

function StoredFile({ setting }: { setting: Setting }) {
  const { id, version, file } = setting;
  const { submit, state } = useRestored(setting, 'file removed');
  if (file === null) return null;
  return (
    <div className="whole stack">
      {IMAGE.test(file.name) ? <img className="setting-preview" src={file.url} alt={file.name} /> : null}
      <div className="row wrap">
        <ButtonLink size="small" icon={ExternalLink} href={file.url} target="_blank" rel="noreferrer">
          Open {file.name}
        </ButtonLink>
        <Button
          size="small"
          look="danger"
          busy={state === 'submitting'}
          onClick={() => submit({ params: { id }, body: { remove_file: true, version } })}
        >
          Remove<span className="sr"> {file.name}</span>
        </Button>
      </div>
    </div>
  );
}
