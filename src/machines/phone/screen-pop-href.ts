/**
 * The list of contacts that have a number: for an admin in the whole account, for others in their own and their
 * downline's. Source: core §6. The number is looked for without its country; quoted, since a bare one would be read as a
 * quantity.
 */
export function screenPopHref(number: string, isAdmin: boolean): string {
  const national = number.replace(/\D/gu, '').replace(/^1(?=\d{10}$)/u, '');
  const q = encodeURIComponent(JSON.stringify(national));
  return `/contacts?contact_group=${isAdmin ? 'all' : 'all_agents'}&q=${q}`;
}
