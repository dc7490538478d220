import { KeyLimits, listTrackedKeys, type TrackedKey, updateTrackedKey } from '#contract/api-tracking.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { keyName } from './key-name.ts';

/** Requests in a minute that are offered. Ours. */
const PER_MINUTE = [10, 30, 60, 120, 300, 600, 1_200];

interface KeyLimitsDialogProps {
  tracked: TrackedKey;
  onClose: () => void;
}

/** From where, and how often, a key may be used. */
export function KeyLimitsDialog({ tracked, onClose }: KeyLimitsDialogProps) {
  const { toasts } = useApp();
  const { id, networks, per_minute: stored } = tracked;
  const offered = stored === null || PER_MINUTE.includes(stored) ? PER_MINUTE : [stored, ...PER_MINUTE];
  return (
    <RecordDialog
      title={`Limits of ${keyName(tracked)}`}
      schema={KeyLimits}
      values={{ networks, per_minute: stored }}
      write={formWrite(updateTrackedKey, [listTrackedKeys], (body: KeyLimits) => ({
        params: { id },
        body,
      }))}
      saveLabel="Save limits"
      onDone={() => {
        toasts.show({ tone: 'good', text: 'Limits saved' });
        onClose();
      }}
      onClose={onClose}
      fields={({ list, pick }) => (
        <>
          <div className="whole">
            {list(
              'networks',
              'Allowed addresses',
              'IP addresses or networks such as 203.0.113.0/24, separated by commas. Leave empty to allow every address.',
            )}
          </div>
          {pick(
            'per_minute',
            'Requests per minute',
            offered.map((count) => ({ id: count, name: `${formatCount(count)} per minute` })),
            'As many as a user',
          )}
        </>
      )}
    />
  );
}
