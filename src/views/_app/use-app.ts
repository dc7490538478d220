import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Brand, brandOf } from '#brands/brand.ts';
import type { Boot } from '#contract/_boot.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { Toast } from '../../machines/_toasts/toasts.machine.ts';
import type { PageMachines } from '../../actors/root.ts';
import type { ImportsActor } from '../../machines/imports/imports.machine.ts';
import type { SessionActor } from '../../machines/session/session.machine.ts';
import type { Cable } from '../../realtime/cable.ts';
import { useActors } from './app-context.ts';

export interface Toasts {
  /** Answers the id by which it can be taken away again. */
  readonly show: (toast: Omit<Toast, 'id'>) => string;
  readonly dismiss: (id: string) => void;
}

export interface App {
  readonly boot: Boot;
  readonly brand: Brand;
  readonly user: CurrentUser;
  readonly session: SessionActor;
  readonly cable: Cable;
  /** The imports of the user; stops with the session. */
  readonly imports: ImportsActor;
  /** Machines of single pages: `usePageMachine(machines.live)`. */
  readonly machines: PageMachines;
  readonly toasts: Toasts;
  /** Resources of these endpoints load anew. */
  readonly invalidate: (...endpoints: readonly Endpoint[]) => void;
}

let toastCount = 0;

/**
 * What a page of a signed-in person builds on.
 * @throws on a page that is open without a session.
 */
export function useApp(): App {
  const { boot, session, cable, resources, toasts, machines } = useActors();
  const user = useSelector(session, ({ context }) => context.user);
  const imports = useSelector(session, ({ children }) => children.imports);
  const app = useMemo(
    () => ({
      boot,
      brand: brandOf(boot.brand),
      session,
      cable,
      machines,
      toasts: {
        show: (toast: Omit<Toast, 'id'>) => {
          toastCount += 1;
          const id = `toast-${toastCount}`;
          toasts.send({ type: 'toast.show', toast: { ...toast, id } });
          return id;
        },
        dismiss: (id: string) => toasts.send({ type: 'toast.dismiss', id }),
      },
      invalidate: (...endpoints: readonly Endpoint[]) => resources.invalidate(endpoints),
    }),
    [boot, session, cable, resources, toasts, machines],
  );
  const whole = useMemo(() => (user && imports ? { ...app, user, imports } : null), [app, user, imports]);
  if (whole === null) throw new Error('useApp on a page without a session');
  return whole;
}
