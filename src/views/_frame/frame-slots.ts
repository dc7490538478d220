import { createContext, type ReactNode } from 'react';

/** Slots of every page bar, filled by the frame. */
export interface FrameSlots {
  openMenu: () => void;
  freshness: ReactNode;
  notifications: ReactNode;
  /** Running work; below the page bar. */
  banner: ReactNode;
  /** Pages above every page of its kind. */
  crumbs: readonly { label: string; href: string }[];
}

/** Outside a frame a page bar shows its own parts only. */
export const FrameContext = createContext<FrameSlots | null>(null);
