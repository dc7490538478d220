import {
  ArrowLeftRight,
  BadgeCheck,
  CalendarCheck,
  FileInput,
  FileOutput,
  FileSignature,
  ListChecks,
  type LucideIcon,
  MessageSquareDashed,
  PhoneMissed,
  Scale,
  Timer,
  Unplug,
  UserPlus,
  Webhook,
} from 'lucide-react';
import type { NotificationKind } from '#contract/notifications.contract.ts';

export const KIND_ICONS: Readonly<Record<NotificationKind, LucideIcon>> = {
  lead: UserPlus,
  booking: CalendarCheck,
  soa: FileSignature,
  missed_call: PhoneMissed,
  transfer: ArrowLeftRight,
  import: FileInput,
  export: FileOutput,
  bulk: ListChecks,
  minutes: Timer,
  integration: Unplug,
  dispute: Scale,
  webhook: Webhook,
  license: BadgeCheck,
  draft: MessageSquareDashed,
};

export const WHAT_COMES =
  'New leads, bookings, signatures, missed calls, transferred contacts and ended work appear here.';
