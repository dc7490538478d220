import { Ban, Building2, FlaskConical, Lock, type LucideIcon, ToggleLeft, UserX } from 'lucide-react';
import type { Gate, Obstacle } from '#rules/access/features.ts';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

const ICONS: Readonly<Record<Obstacle, LucideIcon>> = {
  brand: Building2,
  switchedOff: ToggleLeft,
  role: UserX,
  plan: Lock,
  environment: FlaskConical,
  flag: Ban,
};

/** Shows whether a feature is available, or the reason. */
export function FeatureState({ gate }: { gate: Gate }) {
  if (gate.allowed) return <StatusWord tone="good">Included</StatusWord>;
  return <StatusWord icon={ICONS[gate.obstacle]}>{gate.reason}</StatusWord>;
}
