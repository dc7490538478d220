import { after, page, type Place } from './place.ts';

/** Lists of the administration, and licenses. */
export const REFERENCE_PLACES: Readonly<Record<string, Place>> = {
  carriers: page('/admin/lists', '/admin/lists?tab=carriers&edit=1', '.side input[type=url]', 'admin'),
  lists: page('/admin/lists', '/admin/lists', 'tbody .dot', 'admin'),
  'a new agentflow status': page('/admin/lists', '/admin/lists?tab=agentflow&edit=new', '.side select', 'admin'),
  'a pool and its holders': page('/admin/lists', '/admin/lists?tab=pools&edit=1', '.side .several .chip', 'admin'),
  'no row of that name in a list': page('/admin/lists', '/admin/lists?q=zzqqzz', '.empty', 'admin'),
  licenses: page('/licenses', '/licenses', 'tbody tr a', 'agent'),
  'a license of an agent': page('/licenses', '/licenses?edit=new', '.side select', 'admin'),
  'business units': page('/admin/business-units', '/admin/business-units', 'tbody tr a', 'admin'),
  'a business unit': page('/admin/business-units', '/admin/business-units?edit=new', '.side input', 'admin'),
  'account access': page('/admin/account-access', '/admin/account-access', 'tbody tr, .empty', 'admin'),
  'giving access to the account': after(
    page('/admin/account-access', '/admin/account-access', 'tbody tr, .empty', 'admin'),
    async (tab) => {
      await tab.getByRole('button', { name: 'Give access' }).first().click();
      await tab.getByRole('dialog').getByLabel('User name').waitFor();
    },
  ),
  offices: page('/admin/office-locations', '/admin/office-locations', 'tbody tr a', 'admin'),
  'an office': page('/admin/office-locations', '/admin/office-locations?edit=1', '.side select', 'admin'),
};
