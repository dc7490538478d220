import { reachOf } from '#rules/access/permissions.ts';
import type { Identity } from '../../identity.ts';
import type { Viewer } from './imports.sql.ts';

/** Who asks for a change, and by which request. */
export interface Asked {
  readonly identity: Identity;
  readonly requestId: string;
}

export const viewerOf = ({ userId, roles }: Identity): Viewer => ({ userId, reach: reachOf(roles) });
