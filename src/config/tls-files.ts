import type { TlsFiles } from '../adapters/tls-files.ts'
import type { Config } from './config.ts'

/** Files of the certificate and its key; null where this process speaks plain HTTP, behind a proxy or on loopback. */
export const tlsFilesOf = ({ tlsCertFile, tlsKeyFile }: Config['server']): TlsFiles | null =>
  tlsCertFile === null || tlsKeyFile === null ? null : { certFile: tlsCertFile, keyFile: tlsKeyFile }
