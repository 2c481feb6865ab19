import type { Config } from '../config/config.ts'

/** The URL at which a program on this machine reaches the service of this configuration. */
export function ownAddress({ host, port, tlsCertFile }: Config['server']): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `${tlsCertFile === null ? 'http' : 'https'}://${local.includes(':') ? `[${local}]` : local}:${port}`
}
