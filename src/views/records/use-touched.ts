import { useEffect, useRef } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import type { Resource } from '../_base/use-resource.ts';

/** Loads what hangs on a contact anew once somebody has worked on it: every change of it moves the last touch. */
export function useTouched<Data>({ last_touch_at }: Contact, resource: Resource<Data>): Resource<Data> {
  const seen = useRef(last_touch_at);
  const { reload } = resource;
  useEffect(() => {
    if (seen.current === last_touch_at) return;
    seen.current = last_touch_at;
    reload();
  }, [last_touch_at, reload]);
  return resource;
}
