import type { AudioDevice, VoiceFact } from '../../machines/phone/voice-port.ts';
import { type AudioChoice, audioChoice } from '../../store/audio-choice.ts';
import type { Level } from './phone-handle.ts';

export interface Microphone {
  /** Chosen devices that exist; `null`: the browser's default. */
  readonly chosen: () => AudioChoice;
  readonly choose: (choice: Partial<AudioChoice>) => void;
  readonly stop: () => void;
}

/** Milliseconds between two levels. Ours: what an eye can follow. */
const LEVEL_MS = 50;

/** Reports whether a microphone exists, whether it may be used, and the devices: immediately and on each change. */
export function watchMicrophone(
  tell: (fact: VoiceFact) => void,
  { mediaDevices, permissions } = navigator,
): Microphone {
  const ending = new AbortController();
  const { signal } = ending;
  let inputs: readonly AudioDevice[] = [];
  let outputs: readonly AudioDevice[] = [];
  let permission: PermissionStatus | null = null;
  let told: string | null = null;

  const chosen = (): AudioChoice => {
    const { input, output } = audioChoice.read() ?? NO_CHOICE;
    const found = (devices: readonly AudioDevice[], id: string | null) =>
      devices.find((device) => device.id === id)?.id ?? null;
    return { input: found(inputs, input), output: found(outputs, output) };
  };

  const tellDevices = () => {
    if (!signal.aborted) tell({ type: 'voice.devicesChanged', inputs, outputs, ...chosen() });
  };

  const look = async () => {
    const devices = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
    if (signal.aborted) return;
    const ofKind = (kind: MediaDeviceKind) =>
      devices.filter((device) => device.kind === kind && device.deviceId !== '').map(deviceOf);
    [inputs, outputs] = [ofKind('audioinput'), ofKind('audiooutput')];
    const microphone = devices.some(({ kind }) => kind === 'audioinput') ? stateOf(permission) : 'missing';
    if (microphone !== told) tell({ type: 'voice.microphoneChanged', microphone });
    told = microphone;
    tellDevices();
  };

  mediaDevices?.addEventListener('devicechange', () => void look(), { signal });
  // Firefox before 131 lacks this permission: it asks at each call.
  void Promise.resolve(permissions?.query({ name: 'microphone' as PermissionName }))
    .then((status) => {
      permission = status ?? null;
      permission?.addEventListener('change', () => void look(), { signal });
    })
    .catch(() => undefined)
    .then(look);

  return {
    chosen,
    choose: (choice) => {
      audioChoice.write({ ...(audioChoice.read() ?? NO_CHOICE), ...choice });
      tellDevices();
    },
    stop: () => ending.abort(),
  };
}

const NO_CHOICE: AudioChoice = { input: null, output: null };

const deviceOf = ({ deviceId, label }: MediaDeviceInfo): AudioDevice => ({ id: deviceId, label });

const stateOf = (permission: PermissionStatus | null): 'unknown' | 'granted' | 'denied' =>
  permission === null || permission.state === 'prompt' ? 'unknown' : permission.state;

/** Requests the chosen one. A browser that no longer has it uses another. */
export const microphoneConstraints = (): MediaTrackConstraints | true => {
  const { input } = audioChoice.read() ?? NO_CHOICE;
  return input === null ? true : { deviceId: input };
};

/**
 * Opens the chosen microphone until the returned function is called, and reports its volume. One that can't be opened
 * stays at 0: the panel shows the microphone's state.
 */
export function observeMicrophone(
  listener: (level: Level) => void,
  open = () => navigator.mediaDevices.getUserMedia({ audio: microphoneConstraints() }),
): () => void {
  let end: (() => void) | null = null;
  let isOver = false;
  const listen = async () => {
    const stream = await open();
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 512 });
    new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      listener({ input: loudnessOf(samples), output: 0 });
    }, LEVEL_MS);
    end = () => {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    };
    if (isOver) end();
  };
  void listen().catch(() => undefined);
  return () => {
    isOver = true;
    end?.();
  };
}

/** From 0 at -60 dB to 1 at full scale. */
export function loudnessOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / 60));
}
