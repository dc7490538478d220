import { useEffect } from 'react';
import { brandOf } from '#brands/brand.ts';

/** Names the tab, the bookmark and the history entry: "Contacts - Bellwether". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const { name } = brandOf(document.documentElement.dataset['brand'] ?? '');
    document.title = title.includes(name) ? title : `${title} - ${name}`;
  }, [title]);
}
