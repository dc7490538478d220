import type { ReactNode } from 'react';
import { PageBar } from '../_frame/PageBar.tsx';
import { capital } from '#rules/words/capital.ts';
import type { Listable } from './listable.ts';
import { NewRowLink, ResourceList, type ResourceListProps } from './ResourceList.tsx';

type ListPageProps<R extends Listable> = ResourceListProps<R> & {
  /** Buttons beside the one that adds a row. */
  bar?: ReactNode;
};

/** The page of a plain resource: its list, and a panel beside it for adding and editing. */
export function ListPage<R extends Listable>(props: ListPageProps<R>): ReactNode {
  const { bar, ...list } = props;
  return (
    <>
      <PageBar
        title={capital(props.of.about.label.many)}
        actions={
          <>
            {bar}
            <NewRowLink of={props.of} />
          </>
        }
      />
      <ResourceList {...(list as ResourceListProps<R>)} />
    </>
  );
}
