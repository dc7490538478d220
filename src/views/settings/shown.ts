import { settings } from '#contract/settings.contract.ts';

/** Reads that show settings. */
export const SHOWN = [settings.list, settings.read, settings.history, settings.current, settings.public] as const;
