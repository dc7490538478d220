import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';

/** Tags that a contact has at most. Ours. */
export const CONTACT_TAGS_MAX = 50;

/** Names from the design's palette; the view draws a dot of this color. */
export const TAG_COLORS = ['grey', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

export const Tag = z.object({ id: Id, name: z.string(), color: z.enum(TAG_COLORS) });
export type Tag = z.output<typeof Tag>;
