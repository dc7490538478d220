/** For workflows. */
export { tellWebhooksOfStep } from './webhooks.sql.ts';
