import type { AppActors } from '../../actors/root.ts';
import { type Fault, surroundingsOf } from '../_base/machines/surroundings.ts';
import { machinesText } from '../machines/machines-text.ts';

/** Steps that led to a fault, for a bug report. */
export const crashDetails = ({ boot, cable, recorder }: AppActors, fault: Fault, now = Date.now()): string =>
  machinesText(surroundingsOf({ boot, cable }, now, fault), recorder.getSnapshot(), now);
