import type { Boot } from '#contract/_boot.contract.ts';

/**
 * Whether an environment is only for trying out: its people and their password are known, and gates stand open that
 * `stage` and `production` keep shut.
 */
export const isTryout = (appEnv: Boot['app_env']): boolean => appEnv === 'development' || appEnv === 'demo';
