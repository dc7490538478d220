import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Brand, brandOf } from '#brands/brand.ts';
import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { Toast } from '../../machines/_toasts/toasts.machine.ts';
import type { Named } from '../../actors/_resource.actors.ts';
import type { Chat } from '../../actors/chat/chat-handle.ts';
import type { Phone } from '../../actors/phone/phone-handle.ts';
import type { BulkJobsActor } from '../../machines/bulk/bulk-jobs.machine.ts';
import type { ImportsActor } from '../../machines/imports/imports.machine.ts';
import type { PrintingActor } from '../../machines/printing/printing.machine.ts';
import type { TransfersActor } from '../../machines/transfers/transfers.machine.ts';
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
  /** The bulk jobs of the user that run; stops with the session. */
  readonly bulkJobs: BulkJobsActor;
  /** The transfers of the user that run; stops with the session. */
  readonly transfers: TransfersActor;
  /** The prints of the user that run; stops with the session. */
  readonly printing: PrintingActor;
  readonly phone: Phone;
  /** MAX. */
  readonly chat: Chat;
  readonly toasts: Toasts;
  /** Resources of these endpoints load anew. */
  readonly invalidate: (...endpoints: readonly Named[]) => void;
}

let toastCount = 0;

/**
 * What a page of a signed-in person builds on.
 * @throws on a page that is open without a session.
 */
export function useApp(): App {
  const { boot, session, cable, resources, toasts, phone, chat } = useActors();
  const user = useSelector(session, ({ context }) => context.user);
  const imports = useSelector(session, ({ children }) => children.imports);
  const bulkJobs = useSelector(session, ({ children }) => children.bulkJobs);
  const transfers = useSelector(session, ({ children }) => children.transfers);
  const printing = useSelector(session, ({ children }) => children.printing);
  const app = useMemo(
    () => ({
      boot,
      brand: brandOf(boot.brand),
      session,
      cable,
      phone,
      chat,
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
    }),
    [boot, session, cable, resources, toasts, phone, chat],
  );
  const whole = useMemo(
    () =>
      user && imports && bulkJobs && transfers && printing
        ? { ...app, user, imports, bulkJobs, transfers, printing }
        : null,
    [app, user, imports, bulkJobs, transfers, printing],
  );
  if (whole === null) throw new Error('useApp on a page without a session');
  return whole;
}
