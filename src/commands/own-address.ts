import type { Config } from '../config/read-config.ts'

/** Where a program on this machine reaches the service of this configuration. */
export function ownAddress({ host, port, tls }: Config): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `${tls === null ? 'http' : 'https'}://${local.includes(':') ? `[${local}]` : local}:${port}`
}
