/** What the environment says of the way in. */
export interface TransportSettings {
  /** Files of a certificate and its key, both PEM; null where this process speaks plain HTTP, behind a proxy or on loopback. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  /** Secrets are taken over plain HTTP from anywhere. */
  readonly allowPlainHttp: boolean
}

/** What the reader of the configuration lends. */
interface Reading {
  optional(name: string): string | null
  choice(name: string, standard: '0', choices: readonly ['0', '1']): '0' | '1'
  check(ok: boolean, problem: string): void
}

/** The variables of the transport; whether the files can be used is looked at when they are read. */
export function readTransportSettings({ optional, choice, check }: Reading): TransportSettings {
  const [certFile, keyFile] = [optional('TLS_CERT_FILE'), optional('TLS_KEY_FILE')]
  check((certFile === null) === (keyFile === null), 'TLS_CERT_FILE and TLS_KEY_FILE go together')
  return {
    tls: certFile === null || keyFile === null ? null : { certFile, keyFile },
    allowPlainHttp: choice('ALLOW_PLAIN_HTTP', '0', ['0', '1']) === '1',
  }
}
