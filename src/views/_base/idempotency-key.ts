/** The key of a write, for features that hand it to their machine. */
export { newIdempotencyKey } from '../../api/idempotency-key.ts';
