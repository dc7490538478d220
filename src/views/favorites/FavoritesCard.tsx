import { Star, X } from 'lucide-react';
import { addFavorites, type FavoriteList, listFavorites, removeFavorites } from '#contract/favorites.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import './favorites.css';

/** The favorite lists with their entries. */
export function FavoritesCard() {
  const lists = useResource(listFavorites, {});
  const known = (lists.data?.data ?? []).filter(({ items }) => items.length > 0);
  return (
    <Card title="Favorites">
      {lists.data === null && lists.error !== null ? (
        <Note tone="bad" role="alert" title={lists.error.message}>
          <Button size="small" onClick={lists.reload}>
            Try again
          </Button>
        </Note>
      ) : null}
      {lists.pending ? <SkeletonLines lines={3} label="Loading favorites" /> : null}
      {lists.data !== null && known.length === 0 ? (
        <p className="soft pad row">
          <Icon of={Star} /> Select the star on a contact to add it here.
        </p>
      ) : null}
      {known.map((list) => (
        <section key={list.id} className="favorites-list" aria-label={list.name}>
          <h3 className="label">{list.name}</h3>
          <ul>
            {list.items.map((item) => (
              <FavoriteLine key={item.id} list={list} item={item} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

function FavoriteLine({ list, item }: { list: FavoriteList; item: FavoriteList['items'][number] }) {
  const { toasts } = useApp();
  const options = {
    invalidates: [listFavorites],
    onFailed: (error: { message: string }) => toasts.show({ tone: 'bad', text: error.message }),
  };
  const again = useLastingSubmit(addFavorites, { ...options, onDone: () => undefined });
  const remove = useLastingSubmit(removeFavorites, {
    ...options,
    onDone: () =>
      toasts.show({
        tone: 'info',
        text: `${item.name} removed from ${list.name}`,
        action: {
          label: 'Undo',
          run: () => again({ body: { kind: list.kind, name: list.name, ids: [item.id] } }),
        },
      }),
  });
  const href = list.kind === 'contacts' ? `/contacts/${item.number}` : `/admin/users/${item.id}`;
  return (
    <li className="row">
      <Link href={href}>{item.name}</Link>
      <span className="end">
        <IconButton
          icon={X}
          size="small"
          label={`Remove ${item.name} from ${list.name}`}
          onClick={() => remove({ body: { id: list.id, ids: [item.id] } })}
        />
      </span>
    </li>
  );
}
