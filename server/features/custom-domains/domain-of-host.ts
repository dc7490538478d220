import type { Tx } from '../../db/tx.ts';
import { findServed, type ServedDomain } from './custom-domains.sql.ts';

/**
 * The agency and business unit whose pages a host serves, also with a port; `null`: none has proven that the name is
 * theirs. `tx` may be outside of any account.
 */
export function domainOfHost(tx: Pick<Tx, 'raw'>, host: string): Promise<ServedDomain | null> {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return name.includes('.') ? findServed(tx, name) : Promise.resolve(null);
}

export type { ServedDomain } from './custom-domains.sql.ts';
