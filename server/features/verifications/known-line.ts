/** For other features: what the latest look-up says of numbers. */
export { findLine, findLines, type KnownLine } from './verifications.sql.ts';
