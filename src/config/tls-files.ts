import type { TlsFiles } from '../adapters/tls-files.ts'
import type { Config } from './config.ts'

/** Files of the certificate and its key; null where this process serves plain HTTP. */
export const tlsFilesOf = ({ tlsCertFile, tlsKeyFile }: Config['server']): TlsFiles | null =>
  tlsCertFile === null || tlsKeyFile === null ? null : { certFile: tlsCertFile, keyFile: tlsKeyFile }
