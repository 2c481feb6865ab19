import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createSignerOpener } from '../../../src/adapters/signers/open-signer.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { MachineTime } from '../../../src/ports/clock.ts'
import { refusalOf } from '../../support/app-error.ts'
import { startKmsServer } from '../../support/kms-server.ts'
import { machineTime } from '../../support/machine-time.ts'
import { createManualTimers } from '../../support/manual-timers.ts'

const MESSAGE = new Uint8Array(32).fill(7)
const kms = startKmsServer()
afterAll(() => kms.stop())

const signerAt = (setting: string, env: Readonly<Record<string, string>> = kms.env, time: MachineTime = machineTime) =>
  createSignerOpener(time, readConfig(env).aws)(setting.includes('#0x') ? 'eip155:8453' : 'solana:mainnet', new Secret(setting))

async function refused(signing: Promise<Uint8Array>): Promise<string> {
  const { code, context, cause } = await refusalOf(() => signing)
  return `${code} of ${(context as { upstream: string }).upstream}: ${(cause as Error).message}`
}

describe.each(['ed25519', 'secp256k1'] as const)('decision "Signers": a key of KMS, %s', (curve) => {
  beforeEach(() => kms.setFault(null))

  test('one that signs with another key, or something else, is no signer', async () => {
    const [own, other] = [kms.newWallet(curve), kms.newWallet(curve)]
    const signer = await signerAt(own.setting)
    const why = `upstream_unavailable of the signer of ${own.wallet}: the signature is of another key, or of something else`
    expect((await signer.sign(MESSAGE)).length).toBeGreaterThanOrEqual(64)
    kms.replace(own.keyArn, { keyArn: other.keyArn })
    expect(await refused(signer.sign(MESSAGE))).toBe(why)
    kms.replace(own.keyArn, { message: new Uint8Array(32).fill(8) })
    expect(await refused(signer.sign(MESSAGE))).toBe(why)
  })

  const REFUSALS: [what: string, fault: () => Response, why: string][] = [
    ['limits its rate', () => Response.json({ __type: 'ThrottlingException' }, { status: 400 }), 'KMS refuses: ThrottlingException'],
    [
      'has the key switched off',
      () => Response.json({ __type: 'com.amazonaws.kms#DisabledException' }, { status: 400 }),
      'KMS refuses: DisabledException',
    ],
    ['breaks', () => new Response('<html>', { status: 502 }), 'KMS refuses: status 502'],
    ['answers with nothing', () => Response.json({}), 'KMS refuses: status 200'],
    ['answers with no signature', () => Response.json({ Signature: 'AQID' }), 'the signature is of another key, or of something else'],
    ['answers with an empty one', () => Response.json({ Signature: '' }), 'the signature is of another key, or of something else'],
  ]
  test.each(REFUSALS)('a server that %s is no signer', async (_what, fault, why) => {
    const signer = await signerAt(kms.newWallet(curve).setting)
    kms.setFault(fault)
    expect(await refused(signer.sign(MESSAGE))).toEndWith(`: ${why}`)
  })

  test('a server that sends elsewhere is not followed', async () => {
    const signer = await signerAt(kms.newWallet(curve).setting)
    kms.setFault(() => Response.redirect(kms.url, 307))
    expect(await refused(signer.sign(MESSAGE))).toContain('Redirect')
  })

  test('a slow server is waited for ten seconds', async () => {
    const timers = createManualTimers()
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const signer = await signerAt(kms.newWallet(curve).setting, kms.env, { ...machineTime, timers })
    kms.setFault(() => {
      asked.resolve()
      return answer.promise
    })
    const signing = refused(signer.sign(MESSAGE))
    await asked.promise
    timers.pass(10_000)
    expect(await signing).toEndWith(': The operation timed out.')
    answer.resolve(new Response())
  })

  test('wrong credentials are refused by the server, and shown nowhere', async () => {
    const secret = 'not the secret of this key'
    const signer = await signerAt(kms.newWallet(curve).setting, { ...kms.env, AWS_SECRET_ACCESS_KEY: secret })
    const text = await refused(signer.sign(MESSAGE))
    expect(text).toEndWith(': KMS refuses: InvalidSignatureException')
    expect(text).not.toContain(secret)
  })

  test('a server that is gone is no signer', async () => {
    const gone = startKmsServer()
    const signer = await signerAt(gone.newWallet(curve).setting, gone.env)
    await gone.stop()
    expect(await refused(signer.sign(MESSAGE))).toStartWith('upstream_unavailable')
  })
})
