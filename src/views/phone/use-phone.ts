import { useSelector } from '@xstate/store-react';
import { hasDialer, type PhoneView } from '../../machines/phone/line-view.ts';
import { type App, useApp } from '../_base/use-app.ts';

/** The phone with its view, for parts that mount once it has loaded. */
export interface ShownPhone extends Pick<App['phone'], 'send'> {
  readonly view: PhoneView;
}

/** `null`: it has not loaded, or there is none for this person. */
export function usePhone(): ShownPhone | null {
  const { phone } = useApp();
  const view = useSelector(phone.view);
  return hasDialer(view) ? { view, send: phone.send } : null;
}
