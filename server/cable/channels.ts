import { jobsChannel } from '../features/bulk/jobs.channel.ts';
import { chatChannel } from '../features/chat/chat.channel.ts';
import { notificationsChannel } from '../features/contacts/notifications.channel.ts';
import { contactsImportChannel } from '../features/imports/imports.channel.ts';
import { smsChannel } from '../features/messages/messages.channel.ts';
import { convergeOneChannel } from '../features/phone/phone.channel.ts';
import { contactsTransferChannel } from '../features/transfers/transfers.channel.ts';
import type { Channel } from './channel.ts';

const CHANNELS: readonly Channel[] = [
  notificationsChannel,
  contactsImportChannel,
  jobsChannel,
  contactsTransferChannel,
  convergeOneChannel,
  smsChannel,
  chatChannel,
];

const byName = new Map<unknown, Channel>(CHANNELS.map((channel) => [channel.name, channel]));

/** `undefined`: no such channel here. */
export const channelOf = (name: unknown): Channel | undefined => byName.get(name);
