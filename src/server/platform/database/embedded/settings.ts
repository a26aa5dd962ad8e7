const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "200",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "128MB",
  random_page_cost: "1.1",
  // Plans here are short: compiling them costs more than it saves.
  jit: "off",
  // Parallel workers share memory through /dev/shm, which containers keep at 64 MB.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  // The first change of a page after a checkpoint writes all of it: to compress that costs as much time as the change, and to
  // do it often costs more. The size bounds what has to be replayed after a crash.
  wal_compression: "off",
  checkpoint_timeout: "15min",
  max_wal_size: "1GB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The details of an error repeat the values of the row, which are personal data.
  log_error_verbosity: "terse",
};

/** For databases that are thrown away: a power cut may lose them. */
const FAST: Record<string, string> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum_naptime: "10min",
};

export function settingArguments(socketDir: string, fast: boolean): string[] {
  const settings = { ...SETTINGS, unix_socket_directories: socketDir, ...(fast ? FAST : {}) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
