import { Star } from 'lucide-react';
import { addFavorites, listFavorites, removeFavorites } from '#contract/favorites.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import './favorites.css';

/** The list that the star fills. */
const STARRED = 'Favorites';

interface FavoriteStarProps {
  kind: 'contacts' | 'users';
  id: number;
  name: string;
}

/** Adds a contact or user to the favorites, or removes it. */
export function FavoriteStar({ kind, id, name }: FavoriteStarProps) {
  const { toasts } = useApp();
  const lists = useResource(listFavorites, {});
  const options = {
    invalidates: [listFavorites],
    onFailed: (error: { message: string }) => toasts.show({ tone: 'bad', text: error.message }),
  };
  const add = useSubmit(addFavorites, options);
  const remove = useSubmit(removeFavorites, options);
  const list = lists.data?.data.find((one) => one.kind === kind && one.name.toLowerCase() === STARRED.toLowerCase());
  const isKept = list?.items.some((item) => item.id === id) ?? false;
  return (
    <IconButton
      icon={Star}
      className={isKept ? 'is-kept' : undefined}
      label={isKept ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
      aria-pressed={isKept}
      disabled={lists.data === null || add.state === 'submitting' || remove.state === 'submitting'}
      onClick={() =>
        isKept && list
          ? remove.submit({ body: { id: list.id, ids: [id] } })
          : add.submit({ body: { kind, name: STARRED, ids: [id] } })
      }
    />
  );
}
