import { above, after, cut, page, type Place, press } from './place.ts';

const list = page('/reports', '/reports', '.table tbody tr', 'manager');
const report = after(list, async (tab) => {
  await tab.getByRole('link', { name: 'Policies sold by carrier' }).click();
  await tab.locator('.report-table tbody tr').first().waitFor();
});

/** The list, the form, and a report with the rows behind a number. */
export const REPORT_PLACES: Readonly<Record<string, Place>> = {
  reports: list,
  'reports that nothing matches': page('/reports', '/reports?filter_by=name&filter_value=zzz', '.empty', 'manager'),
  'reports that fail': cut({ route: '/reports', who: 'manager' }, '/reports', '**/v1/reports?*', 'fails', '.err'),
  'a new report': above(list, '_resource/RecordDialog', press('New report')),
  'a report': { ...report, route: '/reports/$id' },
  'a report by e-mail': { ...above(report, '_resource/RecordDialog', press('E-mail')), route: '/reports/$id' },
  'the rows behind a number': {
    ...after(report, async (tab) => {
      await tab
        .getByRole('link', { name: /^Policies, .*show rows$/u })
        .nth(1)
        .click();
      await tab.locator('.report-side tbody tr').first().waitFor();
    }),
    route: '/reports/$id',
  },
};
