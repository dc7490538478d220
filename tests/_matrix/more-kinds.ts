import { EVENT_KINDS } from './event-things.ts';
import { NUMBER_KINDS } from './number-things.ts';
import { REPORT_KINDS } from './report-things.ts';
import { SETTING_KINDS } from './setting-things.ts';
import { SOA_KINDS } from './soa-things.ts';
import { WORKFLOW_KINDS } from './workflow-things.ts';

/** Kinds of areas with a file of their own. */
export const MORE_KINDS = {
  ...EVENT_KINDS,
  ...NUMBER_KINDS,
  ...REPORT_KINDS,
  ...SETTING_KINDS,
  ...SOA_KINDS,
  ...WORKFLOW_KINDS,
} as const;
