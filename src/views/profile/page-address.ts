/**
 * The address of an agent's public page: their name before this host. An address in numbers has no names before it; the
 * product then answers at `localhost`.
 */
export function pageAddress(name: string, { protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  const own = host.replace(/^(www|app|platform)\./u, '');
  const named = own.replace(/^(\d+(\.\d+){3}|\[[\da-f:]+\])/iu, 'localhost');
  return `${protocol}//${name}.${named}`;
}
