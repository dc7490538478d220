import { Eye, EyeOff } from 'lucide-react';
import { REVEALED_MS } from '#contract/records/sealed-fields.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import type { Revealed } from './use-revealed.ts';

interface RevealButtonsProps {
  /** "Medicare number" */
  label: string;
  revealed: Revealed<string>;
  busy: boolean;
  onShow: () => void;
}

/** Outcome of a reveal. */
export const REVEALED_WORDS = `Numbers are hidden again after ${REVEALED_MS / 1_000} seconds. Views are logged.`;

/** Shows a sensitive number and hides it again. */
export function RevealButtons({ label, revealed, busy, onShow }: RevealButtonsProps) {
  return revealed.value === null ? (
    <Button size="small" icon={Eye} busy={busy} aria-label={`Show ${label}`} onClick={onShow}>
      Show
    </Button>
  ) : (
    <>
      <CopyButton size="small" text={revealed.value} label="Copy" />
      <Button size="small" icon={EyeOff} aria-label={`Hide ${label}`} onClick={revealed.hide}>
        Hide
      </Button>
    </>
  );
}
