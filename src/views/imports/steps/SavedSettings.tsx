import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import {
  deleteImportSetting,
  type ImportSetting,
  listImportSettings,
  restoreImportSetting,
  saveImportSetting,
} from '#contract/imports/settings.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { type Draft, settingsOf } from '../../../machines/imports/mapping.ts';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';

interface SavedSettingsProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  draft: Draft;
}

/** Saved settings for files like this one: one can be applied, and the current choices can be saved. */
export function SavedSettings({ actor, attempt, draft }: SavedSettingsProps) {
  const saved = useResource(listImportSettings, { query: {} }).data?.data ?? [];
  return (
    <Card title="Saved settings" className="import-settings" padded>
      {attempt.import_setting ? (
        <p className="soft">{attempt.import_setting.name} applied: this file has the same headers.</p>
      ) : null}
      {saved.length > 0 ? (
        <ul className="list">
          {saved.map((setting) => (
            <SavedSetting
              key={setting.id}
              setting={setting}
              onUse={() => actor.send({ type: 'import.applySettings', settings: setting })}
            />
          ))}
        </ul>
      ) : null}
      <SaveSettings actor={actor} draft={draft} saved={saved} />
    </Card>
  );
}

function SavedSetting({ setting, onUse }: { setting: ImportSetting; onUse: () => void }) {
  const { toasts } = useApp();
  const params = { id: setting.id };
  const restore = useSubmit(restoreImportSetting, { invalidates: [listImportSettings] });
  const remove = useSubmit(deleteImportSetting, {
    invalidates: [listImportSettings],
    onDone: () =>
      toasts.show({
        tone: 'good',
        text: `${setting.name} deleted`,
        action: { label: 'Undo', run: () => restore.submit({ params }) },
      }),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return (
    <li className="row">
      <span className="cut" title={setting.name}>
        {setting.name}
        {setting.can_delete && !setting.shared ? null : <small className="meta quiet"> {setting.owner.name}</small>}
      </span>
      <Button size="small" onClick={onUse} aria-label={`Use ${setting.name}`}>
        Use
      </Button>
      {setting.can_delete ? (
        <IconButton
          icon={Trash2}
          size="small"
          label={`Delete ${setting.name}`}
          onClick={() => remove.submit({ params })}
        />
      ) : null}
    </li>
  );
}

interface SaveSettingsProps extends Pick<SavedSettingsProps, 'actor' | 'draft'> {
  saved: readonly ImportSetting[];
}

function SaveSettings({ actor, draft, saved }: SaveSettingsProps) {
  const columns = useSelector(actor, ({ context }) => context.head.columns);
  const { user, toasts } = useApp();
  const [name, setName] = useState('');
  const [shares, setShares] = useState<boolean | null>(null);
  const replaced = saved.find(
    (one) => one.owner.id === user.id && one.name.toLowerCase() === name.trim().toLowerCase(),
  );
  const isShared = shares ?? replaced?.shared ?? false;
  const save = useSubmit(saveImportSetting, {
    invalidates: [listImportSettings],
    onDone: ({ data }) => {
      setName('');
      setShares(null);
      toasts.show({ tone: 'good', text: `${data.name} saved` });
    },
  });
  return (
    <form
      className="save-settings"
      onSubmit={(event) => {
        event.preventDefault();
        const headers = columns.map(({ header }) => header);
        const { header_row } = draft;
        save.submit({ body: { name, shared: isShared, headers, header_row, ...settingsOf(draft, columns) } });
      }}
    >
      <TextField
        label="Save these settings as"
        placeholder="Name"
        maxLength={60}
        value={name}
        error={save.error?.message}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox checked={isShared} onCheckedChange={setShares}>
        Share with everyone in the agency
      </Checkbox>
      <Button
        type="submit"
        busy={save.state === 'submitting'}
        refusal={name.trim() === '' ? 'Enter a name' : undefined}
      >
        {replaced ? `Replace ${replaced.name}` : 'Save settings'}
      </Button>
    </form>
  );
}
