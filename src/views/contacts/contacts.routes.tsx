import { createRoute, redirect, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UsersRound } from 'lucide-react';
import { aiSearch } from '../../store/ai-search.ts';
import { NotFound } from '../_base/NotFound.tsx';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { numberIn, searchPage } from '../_base/routes/page-parts.tsx';
import { contactSearch, contactsSearch } from './contacts-search.ts';
import { ContactsPage } from './list/ContactsPage.tsx';
import { CONTACT_TAB_KEYS, type ContactTabKey } from './page/contact-tab-keys.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ContactPage = lazyPart(() => import('./page/ContactPage.tsx'), 'ContactPage');

// The list is part of the start: it doesn't load lazily.
const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts',
  staticData: { icon: UsersRound },
  validateSearch: contactsSearch,
  beforeLoad: ({ context: { refusal, user } }) => {
    const found = refusal === null && user !== null ? aiSearch.take(user) : null;
    if (found !== null) throw redirect({ to: '/contacts', search: contactsSearch(found), replace: true });
  },
  component: searchPage('/contacts', contactsSearch, ContactsPage),
});

const contactRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/$number',
  validateSearch: contactSearch,
  component: function ContactRoute(): ReactNode {
    const number = numberIn(contactRoute.useParams().number);
    const { tab = CONTACT_TAB_KEYS[0] } = contactRoute.useSearch();
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
  },
});

export const contactsRoutes = [contactsRoute, contactRoute] as const;
