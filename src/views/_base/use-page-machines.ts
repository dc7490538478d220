import { useMemo } from 'react';
import { composePageMachines } from '../../actors/page-machines.ts';
import { useActors } from './app-context.ts';

/** Machines of single pages: `usePageMachine(usePageMachines().live)`. For pages that load lazily. */
export function usePageMachines(): ReturnType<typeof composePageMachines> {
  const actors = useActors();
  return useMemo(() => composePageMachines(actors), [actors]);
}
