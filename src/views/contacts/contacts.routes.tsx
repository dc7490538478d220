import { createRoute, redirect } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { aiSearch } from '../../store/ai-search.ts';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { searchPage } from '../_base/routes/page-parts.tsx';
import { contactSearch, contactsSearch } from './contacts-search.ts';
import { ContactsPage } from './list/ContactsPage.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ContactRoute = lazyPart(() => import('./page/ContactRoute.tsx'), 'ContactRoute');

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
  component: ContactRoute,
});

export const contactsRoutes = [contactsRoute, contactRoute] as const;
