import { createContext, use } from 'react';
import type { AppActors } from '../../actors/root.ts';

export const AppContext = createContext<AppActors | null>(null);

/** @throws outside `<App>`. */
export function useActors(): AppActors {
  const actors = use(AppContext);
  if (actors === null) throw new Error('useActors outside <App>');
  return actors;
}
