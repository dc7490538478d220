import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NotFound } from '../../_base/NotFound.tsx';
import { numberIn } from '../../_base/routes/page-parts.tsx';
import { CONTACT_TAB_KEYS, type ContactTabKey } from './contact-tab-keys.ts';
import { ContactPage } from './ContactPage.tsx';

/** The contact with the number in the address. */
export function ContactRoute() {
  const number = numberIn(useParams({ strict: false }).number);
  const { tab = CONTACT_TAB_KEYS[0] }: { readonly tab?: ContactTabKey } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (number === null) return <NotFound />;
  const setTab = (next: ContactTabKey) =>
    void navigate({
      to: '/contacts/$number',
      params: { number: String(number) },
      search: next === CONTACT_TAB_KEYS[0] ? {} : { tab: next },
      replace: true,
    });
  return <ContactPage number={number} tab={tab} setTab={setTab} />;
}
