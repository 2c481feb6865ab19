import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Secret } from '../lib/secret.ts'
import type { Timers } from '../ports/clock.ts'
import type { TlsPair } from '../ports/machine/tls-pair.ts'

/** Paths of a certificate chain and its key. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The pair in the files. @throws Error when they cannot be read, or do not match */
export function readTlsPair({ certFile, keyFile }: TlsFiles): TlsPair {
  const pair = { cert: readFileSync(certFile, 'utf8'), key: new Secret(readFileSync(keyFile, 'utf8')) }
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key.reveal())))
    throw new Error('the key is not the certificate’s')
  return pair
}

const LOOK_MS = 10_000

/**
 * Polls the files every few seconds and passes on each new matching pair; a half-replaced pair is read again. Symbolic links are
 * followed, since renewals replace their targets. Returns a function that stops it.
 */
export function watchTlsFiles(
  { timers }: { readonly timers: Timers },
  files: TlsFiles,
  first: TlsPair,
  { renewed, failed }: { readonly renewed: (pair: TlsPair) => Promise<void>; readonly failed: (error: unknown) => void },
): () => void {
  let known = first
  let lastReported = ''
  let busy = false
  const look = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      const pair = readTlsPair(files)
      lastReported = ''
      if (pair.cert === known.cert && pair.key.reveal() === known.key.reveal()) return
      await renewed(pair)
      known = pair
    } catch (error) {
      // A repeated error is reported once.
      const text = error instanceof Error ? error.message : 'unknown'
      if (text !== lastReported) failed(error)
      lastReported = text
    } finally {
      busy = false
    }
  }
  return timers.every(LOOK_MS, () => void look(), { idle: true })
}
