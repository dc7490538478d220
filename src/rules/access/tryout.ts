import type { Boot } from '#contract/_boot.contract.ts';

/**
 * Returns whether an environment is for trying out only: its users and their password are public, and gates are open
 * that `stage` and `production` keep closed.
 */
export const isTryout = (appEnv: Boot['app_env']): boolean => appEnv === 'development' || appEnv === 'demo';
