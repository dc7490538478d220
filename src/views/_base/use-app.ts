import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Brand, brandOf } from '#brands/brand.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { Toast } from '../../machines/_toasts/toasts.machine.ts';
import type { Named } from '../../actors/_resource.actors.ts';
import type { AppActors } from '../../actors/root.ts';
import type { LateParts } from '../../actors/_frame/late-parts.ts';
import type { FeatureActors } from '../../machines/_app/workplace.machine.ts';
import { useActors } from './app-context.ts';

export interface Toasts {
  /** Returns the id for dismissing it. */
  readonly show: (toast: Omit<Toast, 'id'>) => string;
  readonly dismiss: (id: string) => void;
}

export interface App extends Pick<AppActors, 'boot' | 'session' | 'cable'>, LateParts {
  readonly brand: Brand;
  readonly user: CurrentUser;
  /** Features that run for the user on every page; they stop with the session. */
  readonly features: FeatureActors;
  readonly toasts: Toasts;
  /** Reloads resources of these endpoints. */
  readonly invalidate: (...endpoints: readonly Named[]) => void;
}

let toastCount = 0;

/**
 * Services for the pages of a signed-in user.
 * @throws on a page that is open without a session.
 */
export function useApp(): App {
  const actors = useActors();
  const { session, resources, toasts } = actors;
  const user = useSelector(session, ({ context }) => context.user);
  const workplace = useSelector(session, ({ children }) => children.workplace);
  const features = useSelector(workplace, (snapshot) => snapshot?.children);
  const app = useMemo(
    () =>
      user && features
        ? {
            ...actors,
            brand: brandOf(actors.boot.brand),
            user,
            // Each of them starts with the workplace.
            features: features as FeatureActors,
            toasts: {
              show: (toast: Omit<Toast, 'id'>) => {
                toastCount += 1;
                const id = `toast-${toastCount}`;
                toasts.send({ type: 'toast.show', toast: { ...toast, id } });
                return id;
              },
              dismiss: (id: string) => toasts.send({ type: 'toast.dismiss', id }),
            },
            invalidate: (...endpoints: readonly Named[]) => resources.invalidate(endpoints),
          }
        : null,
    [actors, user, features, resources, toasts],
  );
  if (app === null) throw new Error('useApp on a page without a session');
  return app;
}
