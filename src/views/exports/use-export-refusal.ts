import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';

/** Reason why the user may not export; `undefined`: allowed. */
export function useExportRefusal(): string | undefined {
  const { user } = useApp();
  const gate = useGate('exports');
  if (!gate.allowed) return gate.reason;
  return user.permissions.includes('contacts.export') ? undefined : "Your role doesn't allow exports.";
}
