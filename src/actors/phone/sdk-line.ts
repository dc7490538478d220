import { Call, Device } from '@twilio/voice-sdk';
import { isNewPage } from '../../machines/phone/call-waits.ts';
import type { VoiceAsk, VoiceConfig, VoiceFact } from '../../machines/phone/voice-port.ts';
import type { Level } from './phone-handle.ts';
import { lineStreamOf, type Payload, type StreamWorld } from './line-stream.ts';
import { type Microphone, microphoneConstraints } from './microphone.ts';
import { codeOf, reasonOf } from './sdk-failures.ts';
import { type SdkCall, watchCall } from './sdk-call.ts';
import { SilentSound } from './silent-sound.ts';
import type { Tones } from './tones.ts';

export interface VoiceLine {
  readonly ask: (ask: VoiceAsk) => void;
  /** Ends calls and takes the device off the line. */
  readonly close: () => void;
}

export interface LineWorld {
  readonly tell: (fact: VoiceFact) => void;
  readonly tellLevel: (level: Level) => void;
  readonly microphone: Microphone;
  readonly tones: Tones;
  /** Location of the page: the embedded line answers on its host. */
  readonly location: Pick<Location, 'protocol' | 'host'>;
  readonly onPageHide: StreamWorld['onPageHide'];
  /** Milliseconds since the page began to load. */
  readonly pageAge: () => number;
}

/** Opens a device on its line, embedded or Twilio's: the same SDK, only the configuration differs. */
export function openSdkLine(config: VoiceConfig, world: LineWorld): VoiceLine {
  const { tell, microphone, tones } = world;
  const calls = new Map<string, SdkCall>();
  const { forgetPage, onPageHide } = watchPage(world);
  const device = new Device(config.token, optionsOf(config, { ...world, onPageHide }));
  // The tones of incoming and ended calls are the app's own.
  for (const sound of ['incoming', 'outgoing', 'disconnect'] as const) device.audio?.[sound](false);
  const sendToOutput = () => routeOutput(device, world);

  const ring = () => {
    const all = [...calls.values()];
    const isRung = all.some(({ stage }) => stage() === 'incoming');
    const isTalking = all.some(({ stage }) => stage() === 'active');
    if (isRung) tones.play(isTalking ? 'waiting' : 'incoming');
    else tones.play(all.some(({ stage }) => stage() === 'ringback') ? 'ringback' : null);
  };
  const watch = (key: string, call: Call) => {
    const tellOfCall = (fact: VoiceFact) => {
      tell(fact);
      ring();
    };
    const onEnd = () => {
      calls.delete(key);
      if (calls.size === 0) void device.audio?.unsetInputDevice().catch(() => undefined);
    };
    calls.set(key, watchCall(key, call, { tell: tellOfCall, tellLevel: world.tellLevel, onEnd }));
    ring();
  };
  const register = () => void device.register().catch((error: unknown) => tell(failed(error)));
  const dial = async (key: string, params: Readonly<Record<string, string>>) => {
    sendToOutput();
    // Ringing calls keep ringing: the SDK would silence them without telling the caller or us.
    device.calls.splice(0);
    const call = await device.connect({ params: { ...params }, rtcConstraints: { audio: microphoneConstraints() } });
    if (given.delete(key)) watch(key, call);
    else call.disconnect();
  };
  /** Outbound calls that the SDK has not made yet. */
  const given = new Set<string>();

  listenTo(device, tell, (call) => {
    const { CallSid: sid = '', From: from = '', To: to = '' } = call.parameters;
    watch(sid, call);
    const callId = Number(call.customParameters.get('CallId'));
    tell({ type: 'voice.rang', key: sid, sid, from, to, callId: callId > 0 ? callId : null });
  });
  register();

  const ask = (asked: VoiceAsk) => {
    if (asked.type === 'voice.renew') {
      device.updateToken(asked.token);
      if (device.state === Device.State.Unregistered) register();
    } else if (asked.type === 'voice.dial') {
      const { key } = asked;
      given.add(key);
      dial(key, asked.params).catch((error: unknown) => {
        const code = codeOf(error);
        if (given.delete(key))
          tell({ type: 'voice.callFailed', key, step: 'outboundCall', reason: reasonOf(code), code });
      });
    } else if (asked.type === 'voice.useDevices') {
      microphone.choose(asked);
      sendToOutput();
      const { input } = microphone.chosen();
      if (calls.size > 0 && input !== null) void device.audio?.setInputDevice(input).catch(() => undefined);
    } else {
      if (asked.type === 'voice.accept') sendToOutput();
      if (asked.type === 'voice.hangUp' && given.delete(asked.key))
        tell({ type: 'voice.ended', key: asked.key, code: null });
      calls.get(asked.key)?.ask(asked);
      ring();
    }
  };
  return {
    ask,
    close: () => {
      given.clear();
      tones.play(null);
      device.destroy();
      forgetPage();
    },
  };
}

/** Options besides the documented ones of the SDK; `voice-sdk.contract.test.ts` pins them. */
interface PrivateOptions {
  readonly Sound: typeof SilentSound;
  readonly PStream?: ReturnType<typeof lineStreamOf>;
  readonly publishEvents: false;
}

function routeOutput({ audio }: Device, { microphone, tones }: Pick<LineWorld, 'microphone' | 'tones'>): void {
  const { output } = microphone.chosen();
  tones.useOutput(output ?? 'default');
  if (audio?.isOutputSelectionSupported === true)
    void audio.speakerDevices.set(output ?? 'default').catch(() => undefined);
}

/** Before the SDK listens: it hangs up when its page goes away, and browsers call such listeners in their order. */
function watchPage(world: Pick<LineWorld, 'onPageHide'>) {
  const streams = new Set<() => void>();
  const forgetPage = world.onPageHide(() => {
    for (const leave of streams) leave();
  });
  const onPageHide: StreamWorld['onPageHide'] = (leave) => {
    streams.add(leave);
    return () => streams.delete(leave);
  };
  return { forgetPage, onPageHide };
}

type StreamAround = Pick<LineWorld, 'location' | 'onPageHide' | 'pageAge' | 'tell'>;

export function optionsOf(
  { line, path }: VoiceConfig,
  { location, onPageHide, pageAge, tell }: StreamAround,
): Device.Options {
  const { protocol, host } = location;
  const onWaiting = (payload: Payload) => tell(waits(payload, pageAge()));
  const options: Device.Options & PrivateOptions = {
    codecPreferences: [Call.Codec.Opus, Call.Codec.PCMU],
    allowIncomingWhileBusy: true,
    enableImprovedSignalingErrorPrecision: true,
    tokenRefreshMs: TOKEN_REFRESH_MS,
    // A call survives a short loss of the socket.
    maxCallSignalingTimeoutMs: 30_000,
    logLevel: 'silent',
    Sound: SilentSound,
    publishEvents: false,
    ...(line === 'embedded' && {
      PStream: lineStreamOf(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path ?? ''}`, {
        onWaiting,
        onPageHide,
      }),
    }),
  };
  return options;
}

function waits(payload: Payload, pageAge: number): VoiceFact {
  const { callsid, callId, direction, number, talkedMs, leftMs, awayMs } = payload;
  const sid = String(callsid);
  return {
    type: 'voice.waits',
    key: sid,
    sid,
    callId: Number(callId),
    direction: direction === 'inbound' ? 'inbound' : 'outbound',
    number: String(number),
    talkedMs: Number(talkedMs),
    leftMs: Number(leftMs),
    isNewPage: isNewPage(pageAge, Number(awayMs)),
  };
}

/** Milliseconds before its end at which a token is renewed. Source: the SDK's default. */
const TOKEN_REFRESH_MS = 10_000;

function listenTo(device: Device, tell: LineWorld['tell'], onIncoming: (call: Call) => void): void {
  device.on('registered', () => tell({ type: 'voice.registered' }));
  device.on('unregistered', () => tell({ type: 'voice.unregistered' }));
  device.on('tokenWillExpire', () => tell({ type: 'voice.tokenExpiring' }));
  device.on('error', (error: unknown) => {
    const fact = failed(error);
    // The stream retries on its own.
    tell(fact.reason === 'lineAway' ? { type: 'voice.unregistered' } : fact);
  });
  device.on('incoming', onIncoming);
}

function failed(error: unknown): Extract<VoiceFact, { type: 'voice.failed' }> {
  const code = codeOf(error);
  return { type: 'voice.failed', step: 'device', reason: reasonOf(code), code };
}
