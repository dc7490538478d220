import { History } from 'lucide-react';
import { type Setting, type SettingChange, settings } from '#contract/settings.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { SHOWN } from './shown.ts';
import { valueWords } from './setting-words.ts';

/** What a setting was, who changed it and when; newest first. */
export function SettingHistory({ setting }: { setting: Setting }) {
  const { data, error, pending, reload } = useResource(settings.history, { params: { id: setting.id } });
  const { toasts } = useApp();
  const restore = useSubmit(settings.restore, {
    invalidates: SHOWN,
    onDone: () => toasts.show({ tone: 'good', text: `${setting.label} restored` }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const changes = data?.data ?? null;
  return (
    <section className="whole setting-history" aria-label="History">
      <h3 className="row">
        <Icon of={History} /> History
      </h3>
      {pending ? <SkeletonLines lines={3} label="Loading history" /> : null}
      {changes === null && error !== null ? (
        <ErrorPanel
          title="Couldn't load the history"
          text={error.message}
          requestId={error.requestId}
          actions={<Button onClick={reload}>Try again</Button>}
        />
      ) : null}
      {changes?.length === 0 ? <p className="soft">Never changed.</p> : null}
      <ol>
        {changes?.map((change) => (
          <Entry
            key={change.id}
            setting={setting}
            change={change}
            isNow={change.version === setting.version}
            isBusy={restore.state === 'submitting'}
            onRestore={() =>
              restore.submit({ params: { id: setting.id }, body: { change_id: change.id, version: setting.version } })
            }
          />
        ))}
      </ol>
    </section>
  );
}

interface EntryProps {
  setting: Setting;
  change: SettingChange;
  isNow: boolean;
  isBusy: boolean;
  onRestore: () => void;
}

function Entry({ setting, change, isNow, isBusy, onRestore }: EntryProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const when = formatWhen(change.changed_at, zone, useNow());
  const words = valueWords(setting, change.value, change.file);
  return (
    <li>
      <div className="grow">
        <p className="med">{change.is_default && change.file === null ? `Default: ${words}` : words}</p>
        <p className="meta quiet">
          {change.changed_by}, {when}
        </p>
      </div>
      {isNow ? (
        <span className="meta quiet">Current</span>
      ) : (
        <Button size="small" busy={isBusy} onClick={onRestore}>
          Restore
          <span className="sr">
            {' '}
            {words}, {when}
          </span>
        </Button>
      )}
    </li>
  );
}
