/**
 * Messages between the phone machines and a voice line. The machines know no SDK: `src/actors/phone/` translates for
 * the embedded line and for Twilio. A `key` names a call in this tab; the machine assigns it to outbound calls, the
 * line to inbound ones.
 */

/** Credentials for connecting to the line; from `fetch_device_token`. */
export interface VoiceConfig {
  readonly token: string;
  readonly line: 'embedded' | 'twilio';
  readonly identity: string;
  /** Of the embedded line, on the host of the page; `null`: Twilio's own. */
  readonly path: string | null;
}

export type VoiceAsk =
  | { readonly type: 'voice.renew'; readonly token: string }
  /**
   * `params` reach the line as they are: `To` and `CallId` (of `start_call`), or `Rejoin` with the id of a call that
   * waits.
   */
  | { readonly type: 'voice.dial'; readonly key: string; readonly params: Readonly<Record<string, string>> }
  | { readonly type: 'voice.accept'; readonly key: string }
  | { readonly type: 'voice.reject'; readonly key: string }
  | { readonly type: 'voice.hangUp'; readonly key: string }
  | { readonly type: 'voice.mute'; readonly key: string; readonly muted: boolean }
  | { readonly type: 'voice.sendDigits'; readonly key: string; readonly digits: string }
  | { readonly type: 'voice.useDevices'; readonly input?: string; readonly output?: string };

/** The spec's "Unable to …" message of a failure. */
export type VoiceStep =
  | 'dialer'
  | 'interactivity'
  | 'device'
  | 'deviceEvents'
  | 'outboundCall'
  | 'outboundCallEvents'
  | 'inboundCall'
  | 'inboundCallEvents'
  | 'call'
  | 'hangup'
  | 'number';

/** Cause of a failure, as far as the line can tell. */
export type VoiceReason =
  | 'microphoneDenied'
  | 'microphoneMissing'
  | 'tokenExpired'
  | 'tokenRefused'
  | 'lineAway'
  | 'mediaFailed'
  | 'unknown';

export interface AudioDevice {
  readonly id: string;
  readonly label: string;
}

export type VoiceFact =
  | { readonly type: 'voice.registered' }
  /** The line is away; it registers again by itself. */
  | { readonly type: 'voice.unregistered' }
  | {
      readonly type: 'voice.failed';
      readonly step: VoiceStep;
      readonly reason: VoiceReason;
      /** Of the SDK; `null`: none. */
      readonly code: number | null;
    }
  | { readonly type: 'voice.tokenExpiring' }
  | {
      readonly type: 'voice.microphoneChanged';
      readonly microphone: 'unknown' | 'granted' | 'denied' | 'missing';
    }
  | {
      readonly type: 'voice.devicesChanged';
      readonly inputs: readonly AudioDevice[];
      readonly outputs: readonly AudioDevice[];
      readonly input: string | null;
      readonly output: string | null;
    }
  /** An inbound call rings. `callId`: its id on the server, from the line's parameters. */
  | {
      readonly type: 'voice.rang';
      readonly key: string;
      readonly sid: string;
      readonly from: string;
      readonly to: string;
      readonly callId: number | null;
    }
  /** A call of this agent, whose page was closed, waits to be taken up here. */
  | {
      readonly type: 'voice.waits';
      readonly key: string;
      readonly sid: string;
      readonly callId: number;
      readonly direction: 'inbound' | 'outbound';
      /** Of the other side. */
      readonly number: string;
      /** Milliseconds since the answer. */
      readonly talkedMs: number;
      /** Milliseconds until the line ends it. */
      readonly leftMs: number;
      /** This page was loaded after that one went; one that was open all along may be at another desk. */
      readonly isNewPage: boolean;
    }
  /** The other side of an outbound call rings. */
  | { readonly type: 'voice.ringing'; readonly key: string; readonly sid: string }
  | { readonly type: 'voice.accepted'; readonly key: string; readonly sid: string }
  /** The caller gave up, or another device answered. */
  | { readonly type: 'voice.cancelled'; readonly key: string }
  | { readonly type: 'voice.rejected'; readonly key: string }
  /** `code`: of the SDK, when the line says why. */
  | { readonly type: 'voice.ended'; readonly key: string; readonly code: number | null }
  /** It was not established, or has ended; with step `hangup`: it could not be ended here. */
  | {
      readonly type: 'voice.callFailed';
      readonly key: string;
      readonly step: VoiceStep;
      readonly reason: VoiceReason;
      readonly code: number | null;
    }
  /** Current state: reported after each `voice.mute`, even when it failed. */
  | { readonly type: 'voice.muted'; readonly key: string; readonly muted: boolean }
  | { readonly type: 'voice.qualityChanged'; readonly key: string; readonly quality: 'good' | 'poor' }
  | { readonly type: 'voice.reconnecting'; readonly key: string }
  | { readonly type: 'voice.reconnected'; readonly key: string };
