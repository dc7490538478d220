import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ImportBroadcast } from '#contract/imports/broadcasts.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Facts about imports, parsed: of one with `import_id`, of everybody below with `audience: 'downline'`, else the
 * person's own. Cold here, hot and without replay below; never errors. After `stream.positioned` and
 * `stream.lost` what was read before may be older: read anew.
 */
export const observeImportBroadcasts = (
  cable: Cable,
  params: { readonly import_id?: number; readonly audience?: 'own' | 'downline' },
): Observable<ImportBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ContactsImportChannel', params, ImportBroadcast);
