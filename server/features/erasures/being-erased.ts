export { isBeingErased } from './erasures.sql.ts';
