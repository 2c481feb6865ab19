import { createSignerOpener } from '../../adapters/signers/open-signer.ts'
import { signerLocationOf } from '../../adapters/signers/signer-location.ts'
import { walletsAt } from '../../adapters/signers/wallets-at.ts'
import type { Config } from '../../config/config.ts'
import { type SignerSetting, signersIn } from '../../config/chains.ts'
import { AppError } from '../../domain/errors.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import { keccakHex } from '../../lib/bytes.ts'
import type { MachineTime } from '../../ports/clock.ts'

/** No transaction of Solana begins so. */
const HARMLESS = 'agent-launch doctor asks whether this wallet signs'

/** Has every configured wallet sign a harmless text. Spends nothing. */
export const signerFindings = (time: MachineTime, config: Config): Promise<Finding[]> =>
  Promise.all(signersIn(config).map((wallet) => signerFinding(time, config, wallet)))

async function signerFinding(time: MachineTime, { aws }: Config, { name, chainId, setting }: SignerSetting): Promise<Finding> {
  const location = signerLocationOf(setting.reveal())
  const where = location ? { 'ssh-agent': 'in an ssh-agent', kms: 'in KMS' }[location.kind] : 'known to this process'
  try {
    const signer = await createSignerOpener(time, aws)(chainId, setting)
    const startedMs = time.clock.elapsedMs()
    await signer.sign(chainId.startsWith('eip155:') ? personalHash(HARMLESS) : Buffer.from(HARMLESS))
    const tookMs = Math.ceil(time.clock.elapsedMs() - startedMs)
    return { level: 'ok', text: `${name} signs for ${signer.wallet}, with a key ${where}${location ? ` (${tookMs} ms)` : ''}` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const why = error.cause instanceof Error ? error.cause.message : error.message
    const there = location ? await walletsAt(time, aws, location) : []
    const wrong = location && there.length > 0 && !there.includes(location.wallet)
    return {
      level: 'fail',
      text: `${name} does not sign${location ? ` for ${location.wallet}, with a key ${where}` : ''}: ${why}`,
      fix: wrong ? `the keys there are of ${there.join(', ')}: write one of these after the #` : `see "Wallets" in docs/operate.md`,
    }
  }
}

/** The hash of a text that a wallet is asked to sign, which is never that of a transaction. @see EIP-191 */
const personalHash = (text: string): Uint8Array =>
  Buffer.from(keccakHex(`\x19Ethereum Signed Message:\n${text.length}${text}`).slice(2), 'hex')
