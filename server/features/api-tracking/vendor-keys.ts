/** For the list of vendors. */
export { keysOf, releaseVendor } from './tracked-keys.sql.ts';
