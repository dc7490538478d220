import type { ReactNode } from 'react';
import type { Resource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

interface TabStateProps<Data> {
  resource: Resource<Data>;
  /** "The policies" */
  what: string;
  children: (data: Data) => ReactNode;
}

/** Content, its skeleton, or the reason why it is missing. */
export function TabState<Data>({ resource, what, children }: TabStateProps<Data>) {
  const { data, error, reload } = resource;
  if (data !== null) return children(data);
  if (error === null) return <SkeletonLines lines={4} label={`Loading ${what.toLowerCase()}`} />;
  return (
    <ErrorPanel
      title={`Couldn't load ${what.toLowerCase()}`}
      text={error.message}
      requestId={error.requestId}
      actions={<Button onClick={reload}>Try again</Button>}
    />
  );
}
