import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { HelpArticle } from '../help/HelpArticle.tsx';
import { HelpPage } from '../help/HelpPage.tsx';

/** The contents of the help; what is looked for stands in the address. */
export function HelpRoute() {
  const { q = '' } = useSearch({ from: '/app/help' });
  const navigate = useNavigate();
  return (
    <HelpPage
      q={q}
      onSearch={(next) => void navigate({ to: '/help', search: next === '' ? {} : { q: next }, replace: true })}
    />
  );
}

/** One help page, at the place that the address names. */
export function HelpArticleRoute() {
  const { page } = useParams({ from: '/app/help/$page' });
  const anchor = useLocation({ select: ({ hash }) => hash });
  return <HelpArticle slug={page} anchor={anchor} />;
}
