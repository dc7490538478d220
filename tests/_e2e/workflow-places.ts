import { above, after, page, type Place } from './place.ts';

type Select = Parameters<typeof after>[1];

const list = page('/workflows', '/workflows', 'tbody tr a', 'admin');
const editor = page('/workflows/$id', '/workflows/2', '.flow-step', 'admin');

/** Opens a step of the demo workflow by its place in the outline. */
const openStep =
  (at: number): Parameters<typeof after>[1] =>
  async (tab) => {
    await tab.locator('.flow-step').nth(at).click();
    await tab.locator('.flow-form').waitFor();
  };

/** Workflows, their editor, what they did, and their start from the contact list. */
export const workflowPlaces = (contacts: Place, select: Select): Readonly<Record<string, Place>> => ({
  'a workflow for selected contacts': above(
    after({ ...contacts, who: 'admin' }, select),
    'bulk/BulkDialog',
    async (tab) => {
      await tab.getByRole('button', { name: 'More' }).click();
      await tab.getByRole('menuitem', { name: 'Start workflow…' }).click();
      await tab.getByLabel('Workflow', { exact: true }).selectOption({ index: 1 });
    },
  ),
  workflows: list,
  'no workflow that fits': page('/workflows', '/workflows?q=zzqqzz', '.empty', 'admin'),
  'a new workflow': above(list, '_resource/RecordDialog', async (tab) => {
    await tab.getByRole('button', { name: 'New workflow' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
  'workflow categories': above(list, 'workflows/Categories', async (tab) => {
    await tab.getByRole('button', { name: 'Categories' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
  'workflow templates': page('/workflows/templates', '/workflows/templates', 'tbody tr a', 'admin'),
  'the editor of a workflow': editor,
  'a text of a workflow': after(editor, openStep(3)),
  'the chart of a workflow': after(editor, async (tab) => {
    await tab.getByRole('button', { name: 'Chart' }).click();
    await tab.locator('.machine-chart').waitFor();
  }),
  'a workflow to copy': above(editor, '_resource/RecordDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Copy to…' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
  'a step to add to a workflow': above(editor, 'workflows/editor/StepOutline', async (tab) => {
    await tab.getByRole('button', { name: 'Add step at the end' }).click();
    await tab.getByRole('menu').waitFor();
  }),
  'a workflow that is unknown': page('/workflows/$id', '/workflows/999999', '.err', 'admin'),
  'contacts in a workflow': page('/workflows/$id', '/workflows/2?tab=contacts', 'tbody tr a', 'admin'),
  'no contacts in a workflow': page('/workflows/$id', '/workflows/1?tab=contacts', '.empty', 'admin'),
  'the versions of a workflow': page('/workflows/$id', '/workflows/2?tab=versions', '.flow-versions', 'admin'),
  'contacts to move to another version': above(
    page('/workflows/$id', '/workflows/2?tab=versions', '.flow-versions', 'admin'),
    'workflows/versions/MoveDialog',
    async (tab) => {
      await tab.getByRole('button', { name: /^Move 6 to version/u }).click();
      await tab.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  ),
  'the history of a workflow': page('/workflows/$id', '/workflows/2?tab=history', 'tbody tr a', 'admin'),
  'a dry run that is unknown': page('/workflows/dry-runs/$id', '/workflows/dry-runs/999999', '.empty', 'admin'),
  'a dry run of a workflow': page('/workflows/$id', '/workflows/2?tab=trial', '.flow-tab', 'admin'),
});
