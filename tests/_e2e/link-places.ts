import { above, after, page, type Place } from './place.ts';

const domains = page('/admin/custom-domains', '/admin/custom-domains', '.domain-setup .steps', 'admin');

/** Domains of the agency: one with a fault, one that is right, and the form. */
export const LINK_PLACES: Readonly<Record<string, Place>> = {
  'custom domains': domains,
  'a live custom domain': after(domains, async (tab) => {
    await tab.getByRole('tab', { name: /^www\./u }).click();
    await tab.getByText('Next').first().waitFor();
  }),
  'the form of a custom domain': above(domains, '_resource/RecordDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Add a domain' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
};
