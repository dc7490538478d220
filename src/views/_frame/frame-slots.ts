import { createContext, type ReactNode } from 'react';

/** What every page bar shows on behalf of the frame around it. */
export interface FrameSlots {
  openMenu: () => void;
  freshness: ReactNode;
  notifications: ReactNode;
  /** Long work that goes on; stands below the page bar. */
  banner: ReactNode;
}

/** Outside a frame a page bar shows its own parts only. */
export const FrameContext = createContext<FrameSlots | null>(null);
