import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ImportActor } from '../../machines/imports/import.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';

/** The actor of an attempt, or of a file about to be chosen, which goes to its own address once it has a number. */
export function useImport(id: number | null): ImportActor | null {
  const { imports } = useApp().features;
  const { importAttempt: attempt } = usePageMachines();
  const navigate = useNavigate();
  // The page itself opens and closes, as a listener is added and removed; the machine decides what that means.
  useEffect(() => {
    // oxlint-disable-next-line house/no-decisions-in-effects -- see above
    imports.send(id === null ? { type: 'imports.create', attempt } : { type: 'imports.open', id, attempt });
    // oxlint-disable-next-line house/no-decisions-in-effects -- see above
    return () => imports.send({ type: 'imports.leave', id });
  }, [imports, id, attempt]);
  useEffect(() => {
    if (id !== null) return undefined;
    const listening = imports.on('import.numbered', (numbered) => {
      void navigate({ to: '/imports/$id', params: { id: String(numbered.id) }, replace: true });
    });
    return () => listening.unsubscribe();
  }, [imports, id, navigate]);
  return useSelector(imports, ({ context }) => (id === null ? context.fresh : (context.imports[id] ?? null)));
}
