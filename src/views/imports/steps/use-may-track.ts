import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { gateOf } from '#rules/access/features.ts';
import { useActors } from '../../_base/app-context.ts';
import { useSelector } from '@xstate/react';

/** True when the current user may set the vendor of an import's leads. */
export function useMayTrack(): boolean {
  const { boot, session } = useActors();
  const user = useSelector(session, (snapshot) => snapshot?.context.user ?? null);
  return user !== null && gateOf('import-lead-tracking', featureFactsOf(boot, user)).allowed;
}
