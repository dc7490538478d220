import type { LineView } from '../../machines/phone/line-view.ts';
import { calledName } from './phone-words.ts';

/** Announcements for screen readers: what rings, who is on the line, how it ended. */
export function spokenOf({ call, incoming, ended }: LineView): string {
  const newest = incoming.at(-1);
  if (newest !== undefined) return `${calledName(newest, newest.from) || 'Unknown caller'} is calling.`;
  if (call === null) return ended === null ? '' : ended.sentence;
  const name = calledName(call, call.number);
  switch (call.stage) {
    case 'validating':
    case 'quota':
    case 'dialling':
      return `Calling ${name}.`;
    case 'ringing':
      return `Ringing ${name}.`;
    case 'active':
      return call.quality === 'reconnecting' ? 'Connection lost. Reconnecting.' : `You're on a call with ${name}.`;
    case 'ending':
      return '';
  }
}
