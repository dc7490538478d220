import { createStore } from '@xstate/store';

/** The process notification of core §3. */
export interface BannerState {
  readonly visible: boolean;
  readonly status: 'processing' | 'done' | 'failed';
  readonly text: string;
  /** Empty: no link. */
  readonly linkUrl: string;
  readonly linkText: string;
}

const CLOSED: BannerState = { visible: false, status: 'processing', text: '', linkUrl: '', linkText: '' };

export const bannerStore = createStore({
  context: CLOSED,
  on: {
    open: (_, event: { text: string } & Partial<Omit<BannerState, 'visible' | 'text'>>): BannerState => ({
      visible: true,
      text: event.text,
      status: event.status ?? 'processing',
      linkUrl: event.linkUrl ?? '',
      linkText: event.linkText ?? '',
    }),
    close: (context): BannerState => ({ ...context, visible: false }),
    reset: () => CLOSED,
  },
});
