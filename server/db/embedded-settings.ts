/** Durability of a commit: `forever` survives a power cut, `this-run` (tests) does not. */
export type Durability = 'forever' | 'this-run';

/** Made for 2 cores and 4 GB; given on the command line, so that no file can drift from them. */
const SETTINGS = {
  listen_addresses: '',
  max_connections: '200',
  superuser_reserved_connections: '3',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Bulk loads: few checkpoints, small journal.
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Details of errors quote rows.
  log_error_verbosity: 'terse',
  fsync: 'on',
} as const;

const THIS_RUN = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
} as const;

/** The arguments of `postgres`. */
export function serverArguments(cluster: string, socketFolder: string, durability: Durability): string[] {
  const settings = { ...SETTINGS, ...(durability === 'this-run' ? THIS_RUN : {}) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, '-k', socketFolder, ...flags];
}

/** Character classes of letters beyond ASCII, which trigrams need: the first that the system has is used. */
export const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'] as const;

/** The arguments of `initdb`. Text sorts by code point, the same on every system: `C.UTF-8` is built in. */
export function initArguments(cluster: string, owner: string, ctype: string, durability: Durability): string[] {
  const place = ['-D', cluster, '-U', owner, '--auth=trust', '--data-checksums', '--no-instructions'];
  const text = ['--encoding=UTF8', '--locale=C', `--lc-ctype=${ctype}`];
  const order = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return [...place, ...text, ...order, ...(durability === 'this-run' ? ['--no-sync'] : [])];
}
