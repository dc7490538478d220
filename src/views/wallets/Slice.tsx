import type { ReactNode } from 'react';
import type { Resource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

interface SliceProps<Data> {
  of: Resource<Data>;
  /** "the balance": what is being loaded. */
  what: string;
  children: (data: Data) => ReactNode;
}

/** A part of the wallet that loads, and fails, by itself. */
export function Slice<Data>({ of: { data, error, pending, reload }, what, children }: SliceProps<Data>) {
  if (pending) return <SkeletonLines lines={3} label={`Loading ${what}`} />;
  if (data !== null) return children(data);
  if (error === null) return null;
  return (
    <ErrorPanel
      title={`Couldn't load ${what}`}
      text={error.message}
      requestId={error.requestId}
      actions={<Button onClick={reload}>Try again</Button>}
    />
  );
}
