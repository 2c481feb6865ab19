import type { Config } from '../../config/config.ts'
import type { MachineTime } from '../../ports/clock.ts'
import type { Finding } from '../../domain/operator/finding.ts'

const TIMEOUT_MS = 10_000

/** Whether the mail server takes our sign-in. Sends no mail. */
export async function mailFindings({ timers }: MachineTime, { mail, server }: Pick<Config, 'mail' | 'server'>): Promise<Finding[]> {
  const { smtpUrl: url, from } = mail
  if (url === null || from === null) return []
  const { probeSmtp } = await import('../../adapters/outbound/smtp-mail.ts')
  const problem = await probeSmtp({ url, timers, from, fromName: server.serviceTitle }, TIMEOUT_MS)
  if (problem === null) return [{ level: 'ok', text: 'the mail server of SMTP_URL takes the sign-in' }]
  return [
    { level: 'fail', text: `SMTP_URL: ${problem}`, fix: 'check its host, port, user and password; until then notices by e-mail wait' },
  ]
}
