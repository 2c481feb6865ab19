import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signerFindings } from '../../src/commands/doctor/signer-findings.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { startKmsServer } from '../support/kms-server.ts'
import { machineTime } from '../support/machine-time.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { HAS_SSH_AGENT, startSshAgent } from '../support/ssh-agent.ts'
import { newPerson } from '../support/test-app.ts'

setDefaultTimeout(60_000)

const findings = async (env: Record<string, string>) =>
  (await signerFindings(machineTime, readConfig(env))).map(({ level, text, fix }) => `${level} ${text}${fix ? ` | ${fix}` : ''}`)

describe('decision "Signers": doctor has every wallet sign', () => {
  test('keys of this process and in files say whose they are; without wallets there is nothing to say', async () => {
    using folder = scratchFolder()
    const [cranks, buyer] = [newPerson(), newPerson()]
    const path = join(folder.path, 'buyer')
    writeFileSync(path, buyer.secret, { mode: 0o600 })
    const env = { CRANK_PAYER_KEY: cranks.secret, BUYBACK_KEY: `file:${path}`, EVM_CRANK_PAYER_KEY: '0123456789abcdef'.repeat(4) }
    expect(await findings(env)).toEqual([
      `ok CRANK_PAYER_KEY signs for ${cranks.wallet}, with a key known to this process`,
      `ok BUYBACK_KEY signs for ${buyer.wallet}, with a key known to this process`,
      'ok EVM_CRANK_PAYER_KEY signs for 0xFCAd0B19bB29D4674531d6f115237E16AfCE377c, with a key known to this process',
    ])
    expect(await findings({})).toEqual([])
  })

  test('keys of KMS: what it refuses is said in its words, and a wrong address is corrected', async () => {
    const kms = startKmsServer()
    const [solana, base, other] = [kms.newWallet('ed25519'), kms.newWallet('secp256k1'), kms.newWallet('secp256k1')]
    const env = { ...kms.env, CRANK_PAYER_KEY: solana.setting, EVM_CRANK_PAYER_KEY: base.setting }
    const [first, second] = await findings(env)
    expect(first).toMatch(new RegExp(`^ok CRANK_PAYER_KEY signs for ${solana.wallet}, with a key in KMS \\(\\d+ ms\\)$`))
    expect(second).toStartWith(`ok EVM_CRANK_PAYER_KEY signs for ${base.wallet}, with a key in KMS (`)
    const mixed = {
      ...env,
      EVM_CRANK_PAYER_KEY: `kms:${base.keyArn}#${other.wallet}`,
      CRANK_PAYER_KEY: `kms:${solana.keyArn}#${newPerson().wallet}`,
    }
    const [wrong, wrongToo] = await findings(mixed)
    expect(wrong).toEndWith(`another key, or of something else | the keys there are of ${solana.wallet}: write one of these after the #`)
    expect(wrongToo).toEndWith(`another key, or of something else | the keys there are of ${base.wallet}: write one of these after the #`)
    kms.setFault(() => Response.json({ __type: 'AccessDeniedException' }, { status: 400 }))
    const [denied] = await findings(env)
    const text = `fail CRANK_PAYER_KEY does not sign for ${solana.wallet}, with a key in KMS: KMS refuses: AccessDeniedException`
    expect(denied).toBe(`${text} | see "Wallets" in docs/operate.md`)
    await kms.stop()
  })

  test.skipIf(!HAS_SSH_AGENT)('keys of an ssh-agent: the ones that it holds are named, and a locked one is told', async () => {
    await using agent = await startSshAgent()
    const [one, two] = [agent.newWallet(), agent.newWallet()]
    const at = (wallet: string) => ({ BUYBACK_KEY: `ssh-agent:${agent.socket}#${wallet}` })
    expect((await findings(at(two)))[0]).toStartWith(`ok BUYBACK_KEY signs for ${two}, with a key in an ssh-agent (`)
    const why = 'the agent does not sign: it is locked, or does not have the key'
    expect((await findings(at(newPerson().wallet)))[0]).toEndWith(
      `${why} | the keys there are of ${one}, ${two}: write one of these after the #`,
    )
    expect(await agent.setLocked(true)).toBe(true)
    expect((await findings(at(one)))[0]).toEndWith(`${why} | see "Wallets" in docs/operate.md`)
  })
})
