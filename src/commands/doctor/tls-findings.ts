import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { TlsFiles } from '../../adapters/tls-files.ts'
import type { Config } from '../../config/config.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { Deps } from '../../ports/deps.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { DAY_MS } from '../../domain/limits.ts'

const SOON_DAYS = 14

/** Whether certificate and key are readable and match, and how long they are valid. */
export function tlsFindings({ clock }: Pick<Deps, 'clock'>, { baseUrl }: Config['server'], { certFile, keyFile }: TlsFiles): Finding[] {
  try {
    const certificate = new X509Certificate(readFileSync(certFile))
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile))))
      return [
        { level: 'fail', text: 'TLS_KEY_FILE is not the key of TLS_CERT_FILE', fix: 'name the key that the certificate was made for' },
      ]
    return [validity(certificate, clock.nowMs()), ...secrecy(keyFile), ...naming(certificate, baseUrl)]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = /^E[A-Z]+$/.test(code) ? `cannot be read (${code})` : 'hold no certificate and key in PEM'
    const fix = 'name files that the user of the service may read'
    return [{ level: 'fail', text: `TLS_CERT_FILE and TLS_KEY_FILE ${reason}`, fix }]
  }
}

function validity({ validTo, validFrom }: X509Certificate, nowMs: UnixMs): Finding {
  const leftDays = Math.floor((Date.parse(validTo) - nowMs) / DAY_MS)
  const fix = 'renew it: the service takes up the new files by itself'
  if (Date.parse(validFrom) > nowMs)
    return { level: 'fail', text: `the certificate is not valid before ${validFrom}`, fix: 'check the clock' }
  if (leftDays < 0) return { level: 'fail', text: `the certificate ran out on ${validTo}`, fix }
  return leftDays < SOON_DAYS
    ? { level: 'warn', text: `the certificate runs out in ${leftDays} day(s)`, fix }
    : { level: 'ok', text: `this process speaks https; its certificate is good for ${leftDays} days` }
}

function secrecy(keyFile: string): Finding[] {
  if ((statSync(keyFile).mode & 0o007) === 0) return []
  return [{ level: 'warn', text: 'everybody on this machine can read TLS_KEY_FILE', fix: `chmod 600 ${keyFile}` }]
}

function naming(certificate: X509Certificate, baseUrl: string): Finding[] {
  const host = new URL(baseUrl).hostname.replaceAll(/[[\]]/g, '')
  if (certificate.checkHost(host) ?? certificate.checkIP(host)) return []
  return [{ level: 'warn', text: `the certificate is not for ${host}, which BASE_URL names`, fix: 'get one for that name' }]
}
