import type { Call } from '@twilio/voice-sdk';
import type { VoiceAsk, VoiceFact } from '../../machines/phone/voice-port.ts';
import type { Level } from './phone-handle.ts';
import { microphoneConstraints } from './microphone.ts';
import { createKeyQueue } from './key-queue.ts';
import { codeOf, reasonOf } from './sdk-failures.ts';

/** Something that is asked of one call. */
type CallAsk = Exclude<VoiceAsk, { readonly type: 'voice.renew' | 'voice.dial' | 'voice.useDevices' }>;

export interface SdkCall {
  readonly ask: (ask: CallAsk) => void;
  /** Tone of the event. */
  readonly stage: () => 'incoming' | 'ringback' | 'active' | 'quiet';
}

interface CallWorld {
  readonly tell: (fact: VoiceFact) => void;
  readonly tellLevel: (level: Level) => void;
  readonly onEnd: () => void;
}

/** Warnings about audible problems; others are about levels, which mute causes as well. */
const HEARD = /^(high-(rtt|jitter|packet-loss|packets-lost-fraction)|low-(mos|bytes-received)|ice-connectivity-lost)$/u;

/** Reports the progress of one SDK call and passes commands on to it. Ends once. */
export function watchCall(key: string, call: Call, { tell, tellLevel, onEnd }: CallWorld): SdkCall {
  const isInbound = call.direction === 'INCOMING';
  const sid = () => call.parameters['CallSid'] ?? '';
  let stage: ReturnType<SdkCall['stage']> = isInbound ? 'incoming' : 'quiet';
  let isOver = false;
  let failure: unknown = null;
  const keys = createKeyQueue((key) => call.sendDigits(key));

  const end = (fact: VoiceFact) => {
    if (isOver) return;
    isOver = true;
    keys.stop();
    stage = 'quiet';
    onEnd();
    tellLevel({ input: 0, output: 0 });
    tell(fact);
  };
  const endOrFail = () => {
    const code = codeOf(failure);
    const reason = reasonOf(code);
    const step = isInbound ? 'inboundCall' : 'outboundCall';
    end(
      failure === null || (reason === 'unknown' && code !== null)
        ? { type: 'voice.ended', key, code }
        : { type: 'voice.callFailed', key, step, reason, code },
    );
  };
  /** The error of an end comes just before it, or just after. */
  const settle = () => queueMicrotask(endOrFail);

  call.on('ringing', (hasEarlyMedia: boolean) => {
    if (!hasEarlyMedia) stage = 'ringback';
    tell({ type: 'voice.ringing', key, sid: sid() });
  });
  call.on('accept', () => {
    stage = 'active';
    tell({ type: 'voice.accepted', key, sid: sid() });
  });
  call.on('cancel', () => end({ type: 'voice.cancelled', key }));
  call.on('reject', () => end({ type: 'voice.rejected', key }));
  call.on('disconnect', settle);
  call.on('error', (error: unknown) => {
    failure = error;
    queueMicrotask(() => {
      if (call.status() === 'closed') endOrFail();
      // In progress: later errors are a different matter.
      else failure = null;
    });
  });
  const endAway = () => {
    const step = isInbound ? 'inboundCall' : 'outboundCall';
    end({ type: 'voice.callFailed', key, step, reason: 'lineAway', code: null });
  };
  call.on('transportClose', () => {
    const status = call.status();
    if (status === 'pending') return end({ type: 'voice.cancelled', key });
    if (!isInbound && (status === 'connecting' || status === 'ringing')) {
      // The SDK would forget to close it: its device could dial no more, and the microphone would stay open.
      call.disconnect();
      return endAway();
    }
    queueMicrotask(() => {
      if (call.status() === 'closed') endAway();
    });
  });
  tellQuality(key, call, { tell, tellLevel });

  const ask = (asked: CallAsk) => {
    if (isOver) return;
    if (asked.type === 'voice.accept') stage = 'quiet';
    if (asked.type === 'voice.sendDigits') keys.press(asked.digits);
    else passOn(call, asked);
    if (asked.type === 'voice.mute') tell({ type: 'voice.muted', key, muted: call.isMuted() });
  };
  return { ask, stage: () => stage };
}

function tellQuality(key: string, call: Call, { tell, tellLevel }: Omit<CallWorld, 'onEnd'>): void {
  const warnings = new Set<string>();
  call.on('reconnecting', () => tell({ type: 'voice.reconnecting', key }));
  call.on('reconnected', () => tell({ type: 'voice.reconnected', key }));
  call.on('warning', (name: string) => {
    if (!HEARD.test(name)) return;
    if (warnings.size === 0) tell({ type: 'voice.qualityChanged', key, quality: 'poor' });
    warnings.add(name);
  });
  call.on('warning-cleared', (name: string) => {
    if (warnings.delete(name) && warnings.size === 0) tell({ type: 'voice.qualityChanged', key, quality: 'good' });
  });
  call.on('volume', (input: number, output: number) => tellLevel({ input: call.isMuted() ? 0 : input, output }));
}

function passOn(call: Call, asked: Exclude<CallAsk, { readonly type: 'voice.sendDigits' }>): void {
  if (asked.type === 'voice.accept') call.accept({ rtcConstraints: { audio: microphoneConstraints() } });
  else if (asked.type === 'voice.reject') call.reject();
  else if (asked.type === 'voice.mute') call.mute(asked.muted);
  // A ringing call can't be hung up, only declined.
  else if (call.status() === 'pending') call.reject();
  else call.disconnect();
}
