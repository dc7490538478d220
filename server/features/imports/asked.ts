import { reachOf } from '#rules/access/permissions.ts';
import type { Identity } from '../../identity.ts';
import type { Viewer } from './imports.sql.ts';

/** Caller of a change, and the request. */
export interface Asked {
  readonly identity: Identity;
  readonly requestId: string;
}

export const viewerOf = ({ userId, roles }: Identity): Viewer => ({ userId, reach: reachOf(roles) });
