import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Secret } from '../lib/secret.ts'
import type { TlsPair } from '../ports/tls-pair.ts'

/** Where a certificate chain and its key are. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The pair in the files. @throws Error when they cannot be read, or do not belong together */
export function readTlsPair({ certFile, keyFile }: TlsFiles): TlsPair {
  const pair = { cert: readFileSync(certFile, 'utf8'), key: new Secret(readFileSync(keyFile, 'utf8')) }
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key.reveal())))
    throw new Error('the key is not the certificate’s')
  return pair
}

const LOOK_MS = 10_000

/**
 * Looks at the files every few seconds and hands over each new pair that belongs together; one that is half replaced is looked
 * at again. Files that links point to are followed, as renewals put new ones behind a link. Returns what ends it.
 */
export function watchTlsFiles(
  files: TlsFiles,
  first: TlsPair,
  { renewed, failed, everyMs = LOOK_MS }: { renewed: (pair: TlsPair) => Promise<void>; failed: (error: unknown) => void; everyMs?: number },
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
      // The same fault is told once.
      const text = error instanceof Error ? error.message : 'unknown'
      if (text !== lastReported) failed(error)
      lastReported = text
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
