import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ImportBroadcast } from '#contract/imports/broadcasts.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about imports: about one with `import_id`, about the downline with `audience: 'downline'`, otherwise
 * about the user's own. Cold, over a hot source without replay; never errors. After `stream.positioned` and
 * `stream.lost`, earlier data may be stale: reload.
 */
export const observeImportBroadcasts = (
  cable: Cable,
  params: { readonly import_id?: number; readonly audience?: 'own' | 'downline' },
): Observable<ImportBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ContactsImportChannel', params, ImportBroadcast);
