import { CopyButton } from '../controls/CopyButton.tsx';

/** The number that the log has too. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="rid meta">
      Request <code>{id}</code>
      <CopyButton look="plain" size="small" text={id} label="Copy" />
    </p>
  );
}
