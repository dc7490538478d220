import { BOOKING_KINDS } from './booking-things.ts';
import { EVENT_KINDS } from './event-things.ts';
import { INTEGRATION_KINDS } from './integration-things.ts';
import { NUMBER_KINDS } from './number-things.ts';
import { PAGE_KINDS } from './page-things.ts';
import { REPORT_KINDS } from './report-things.ts';
import { SETTING_KINDS } from './setting-things.ts';
import { SOA_KINDS } from './soa-things.ts';
import { WEBHOOK_KINDS } from './webhook-things.ts';
import { WORKFLOW_KINDS } from './workflow-things.ts';

/** Kinds of areas with a file of their own. */
export const MORE_KINDS = {
  ...BOOKING_KINDS,
  ...EVENT_KINDS,
  ...INTEGRATION_KINDS,
  ...NUMBER_KINDS,
  ...PAGE_KINDS,
  ...REPORT_KINDS,
  ...SETTING_KINDS,
  ...SOA_KINDS,
  ...WEBHOOK_KINDS,
  ...WORKFLOW_KINDS,
} as const;
