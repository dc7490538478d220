import type { CurrentUser } from '#contract/session.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { displayHint, displayStore } from '../../store/display.store.ts';

/**
 * Applies and saves a user's display options, one save at a time: choices made in between are sent together. A choice
 * whose save failed still applies, and is sent with the next one.
 */
export function keepDisplay(api: ApiClient, { profile }: CurrentUser): () => void {
  let isSaving = false;

  const save = async () => {
    const { options, isSaved } = displayStore.getSnapshot().context;
    if (isSaved || isSaving) return;
    isSaving = true;
    // The contract of the profile is no part of the first script.
    const saved = await import('#contract/profile.contract.ts')
      .then(({ updateTheme }) => api.call(updateTheme, { body: options }))
      .then(
        () => true,
        () => false,
      );
    isSaving = false;
    if (saved) displayStore.trigger.saved({ options });
  };

  const { font_size, primary_color, background } = profile;
  const options = { font_size, primary_color, background };
  displayStore.trigger.show({ options });
  displayHint.write(options);
  const watching = displayStore.subscribe(({ context }) => {
    displayHint.write(context.options);
    void save();
  });
  return () => watching.unsubscribe();
}
