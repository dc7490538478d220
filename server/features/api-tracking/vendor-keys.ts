/** For the list of vendors. */
export { countKeysOf, releaseVendor } from './tracked-keys.sql.ts';
