import { defaultParseSearch, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/store-react';
import { useEffect, useMemo } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { findNeighbours, type Neighbours } from '#contract/contacts/person.contract.ts';
import { contactsStore } from '../../../store/contacts.store.ts';
import { isCommandKey } from '../../_base/command-keys.ts';
import { contactsSearch, type ContactsSearch } from '../contacts-search.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useCallSteps } from '../../call-list/use-call-steps.ts';
import type { ContactTabKey } from './contact-tab-keys.ts';

interface Steps {
  /** `null`: not known yet. */
  readonly around: Neighbours | null;
  readonly go: (by: 'previous' | 'next') => void;
}

/** Scope of the list that the user came from, without its page. */
export function scopeOfList(href: string): ContactsSearch {
  const at = href.indexOf('?');
  const {
    page: _page,
    cursor: _cursor,
    limit: _limit,
    ...scope
  } = contactsSearch(at === -1 ? {} : defaultParseSearch(href.slice(at)));
  return scope;
}

/**
 * Steps through the call list of this contact, or else the list that the user came from: j k and Alt with the arrows.
 * The tab stays the same.
 */
export function useNeighbours({ id }: Contact, tab: ContactTabKey): Steps {
  const calling = useCallSteps(id);
  const navigate = useNavigate();
  const href = useSelector(contactsStore, ({ context }) => context.href);
  const scope = useMemo(() => scopeOfList(href), [href]);
  const found = useResource(
    findNeighbours,
    calling === null
      ? { params: { id }, body: { contacts_scope: scope.q ? { ...scope, forgiving: true } : scope } }
      : null,
  );
  const around = calling?.around ?? (found.isEarlier ? null : (found.data?.data ?? null));
  // Loaded before the user moves on.
  useResource(readContact, around?.next ? byNumber(around.next) : null);
  useResource(readContact, around?.previous ? byNumber(around.previous) : null);
  useEffect(() => contactsStore.trigger.moved({ id }), [id]);

  const go = (by: 'previous' | 'next') => {
    if (calling !== null) return calling.go(by);
    const number = around?.[by];
    if (!number) return;
    const search = tab === 'timeline' ? {} : { tab };
    void navigate({ to: '/contacts/$number', params: { number: String(number) }, search, replace: true });
  };

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = stepOf(event);
      if (by === null) return;
      event.preventDefault();
      go(by);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  return { around, go };
}

const byNumber = (number: number) => ({ params: { id: number }, query: { by: 'number' as const } });

function stepOf(event: KeyboardEvent): 'previous' | 'next' | null {
  const isArrow = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
  if (isArrow && event.key === 'ArrowDown') return 'next';
  if (isArrow && event.key === 'ArrowUp') return 'previous';
  if (!isCommandKey(event)) return null;
  return event.key === 'j' ? 'next' : event.key === 'k' ? 'previous' : null;
}
