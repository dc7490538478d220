import { Activity, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { MOST_RECORDS, type RecordCounts } from '#contract/contacts/record-counts.contract.ts';
import { Note } from '../../_kit/display/Note.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { Tabs } from '../../_kit/display/Tabs.tsx';
import { UploadsFrame } from '../../files/UploadsFrame.tsx';
import { CONTACT_TAB_KEYS, type ContactTabKey } from './contact-tab-keys.ts';
import { CONTACT_TABS } from './contact-tabs.ts';

interface ContactTabsProps {
  contact: Contact;
  /** Absent: not known. */
  counts?: RecordCounts | undefined;
  tab: ContactTabKey;
  setTab: (tab: ContactTabKey) => void;
  /** Content next to the tabs. */
  aside: ReactNode;
}

const itemsOf = (counts: RecordCounts | undefined) =>
  CONTACT_TAB_KEYS.map((key) => ({ key, label: CONTACT_TABS[key].label, count: countOf(counts, key) }));

/** Empty tabs have no count. */
function countOf(counts: RecordCounts | undefined, key: ContactTabKey): string | undefined {
  const count = counts?.[key as keyof RecordCounts] ?? 0;
  return count === 0 ? undefined : count < MOST_RECORDS ? String(count) : `${MOST_RECORDS - 1}+`;
}

/** All child records of a contact. An opened tab keeps its state, its scroll position and what was typed. */
export function ContactTabs({ contact, counts, tab, setTab, aside }: ContactTabsProps) {
  const [opened, setOpened] = useState<readonly ContactTabKey[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = frame.current?.querySelector<HTMLElement>('.contact-tabs > [aria-selected=true]');
    const list = chosen?.parentElement;
    if (chosen && list) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
  }, [tab]);

  return (
    <div className="contact-main" ref={frame}>
      <Tabs
        label="About this contact"
        items={itemsOf(counts)}
        current={tab}
        onSelect={(key) => setTab(key as ContactTabKey)}
        className="contact-tabs"
      >
        {contact.deleted_at ? (
          <Note tone="info" title="This contact is deleted">
            All of its information is kept. Restore the contact to edit it.
          </Note>
        ) : null}
        <UploadsFrame contactId={contact.id}>
          {opened.map((key) => {
            const { label, Panel } = CONTACT_TABS[key];
            return (
              <Activity key={key} mode={key === tab ? 'visible' : 'hidden'}>
                <ScrolledPanel>
                  <Suspense fallback={<SkeletonLines lines={5} label={`Loading ${label}`} />}>
                    <Panel contact={contact} />
                  </Suspense>
                </ScrolledPanel>
              </Activity>
            );
          })}
        </UploadsFrame>
      </Tabs>
      {aside}
    </div>
  );
}

/** Comes back to where it was scrolled to. */
function ScrolledPanel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const place = useRef(0);
  useLayoutEffect(() => {
    if (panel.current) panel.current.scrollTop = place.current;
  }, []);
  return (
    <div
      className="contact-panel"
      ref={panel}
      onScroll={(event) => {
        place.current = event.currentTarget.scrollTop;
      }}
    >
      {children}
    </div>
  );
}
