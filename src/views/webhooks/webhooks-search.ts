import * as z from 'zod/mini';
import { PathId } from '#contract/_wire.contract.ts';
import { listWebhookDeliveries } from '#contract/webhooks.contract.ts';

const { page, status, kind, endpoint_id } = listWebhookDeliveries.query.shape;

/** Filters of the deliveries in the address; `open`: the one that is shown. */
export const DELIVERY_SEARCH = { page, status, kind, endpoint_id, open: z.optional(PathId) };

export type DeliverySearch = Partial<z.output<z.ZodMiniObject<typeof DELIVERY_SEARCH>>>;
