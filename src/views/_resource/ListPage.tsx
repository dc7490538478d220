import type { ReactNode } from 'react';
import { PageBar } from '../_frame/PageBar.tsx';
import { capital } from '#rules/words/capital.ts';
import type { Listable } from './listable.ts';
import { NewRowLink, ResourceList, type ResourceListProps } from './ResourceList.tsx';

/** The page of a plain resource: its list, and a panel beside it for adding and editing. */
export function ListPage<R extends Listable>(props: ResourceListProps<R>): ReactNode {
  return (
    <>
      <PageBar title={capital(props.of.about.label.many)} actions={<NewRowLink of={props.of} />} />
      <ResourceList {...props} />
    </>
  );
}
