import type { ReadonlyAtom } from '@xstate/store';
import type { InspectionEvent } from 'xstate';
import type { Boot } from '#contract/_boot.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { Toast } from '../../machines/_toasts/toasts.machine.ts';
import type { IncomingCommand, TextsView } from '../../machines/messages/incoming.machine.ts';
import type { Cable } from '../../realtime/cable.ts';
import type { Resources } from '../_resource.actors.ts';

/** Texts for views. Always present; its implementation loads after the page, for users who text. */
export interface Texts {
  /** `null`: not loaded yet, or not for this person. */
  readonly view: ReadonlyAtom<TextsView | null>;
  readonly send: (command: IncomingCommand) => void;
  /** Registers the function that opens pages of the app; returns its unsubscribe. */
  readonly openBy: (open: (href: string) => void) => () => void;
}

export interface TextsDeps {
  readonly boot: Boot;
  readonly api: ApiClient;
  readonly cable: Cable;
  readonly resources: Pick<Resources, 'invalidate'>;
  readonly inspect: (event: InspectionEvent) => void;
  readonly toast: (toast: Toast) => void;
}

export interface RunningTexts {
  readonly send: (command: IncomingCommand) => void;
  readonly stop: () => void;
}

export interface TextsRun extends TextsDeps {
  readonly show: (view: TextsView) => void;
  /** Opens a page of the app in this tab. */
  readonly open: (href: string) => void;
}
