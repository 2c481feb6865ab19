import { type Address, encodeAbiParameters, type Hex, numberToHex } from 'viem'
import { usdMicros } from '../../../src/domain/brands.ts'
import type { Authorization } from '../../../src/domain/payments/payment.ts'
import { newPerson } from '../../support/test-app.ts'
import { PAY_TO } from '../../support/payment-bank.ts'
import type { BaseNode } from './base-node.ts'

/** mstore(0, 0x1626ba7e << 224), return(0, 32): ERC-1271's yes. */
const SAY_YES = '631626ba7e60e01b5f5260205ff3'
/** A loop of 420,000 rounds of 26 gas, that begins at this place of the code: 10.9 million gas. */
const burnAt = (index: number) => `62066880${'5b'}600190038060${(index + 4).toString(16).padStart(2, '0')}57`
const REVERT = '5f5ffd'
/** if (condition) goto 0x15, written for the first five bytes of a code. */
const jumpTo15 = (condition: string) => `${condition}60${'15'}57`

/**
 * Contracts that pay and mean ill. `burner` burns gas and says yes. `impostor` says yes where nobody pays for gas, as in a
 * simulation; where somebody does it burns, and reverts. `switched` says yes until its first slot is set; then it burns,
 * and reverts. `honest` says yes.
 */
export const PAYER_CODE = {
  honest: `0x${SAY_YES}`,
  burner: `0x${burnAt(0)}${SAY_YES}`,
  impostor: `0x${jumpTo15('3a15')}${burnAt(5)}${REVERT}5b${SAY_YES}`,
  // sload(0) takes a byte more than gasprice: its goto leads one further.
  switched: `0x5f541560${'16'}57${burnAt(6)}${REVERT}5b${SAY_YES}`,
} as const satisfies Record<string, Hex>

/** A contract that pays, and a signature that is none: it agrees to any. */
export interface ContractPayer {
  readonly address: Address
  /** The signature is as long as it is told. */
  sign(amount: bigint, changes?: Partial<Authorization> & { signatureBytes?: number }): Authorization
}

/** A contract of this kind, with so much of the token. */
export async function newContractPayer(node: BaseNode, code: Hex, balance = 1_000_000_000n): Promise<ContractPayer> {
  const address = `0x${Buffer.from(newPerson().pair.publicKey.slice(0, 20)).toString('hex')}` as Address
  await node.call('anvil_setCode', address, code)
  await node.mint(address, balance)
  return {
    address,
    sign(amount, { signatureBytes = 96, ...changes } = {}) {
      const nowSec = Math.floor(Date.now() / 1_000)
      const nonce = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
      const signature = `0x${'ab'.repeat(signatureBytes)}`
      const times = { validAfterSec: nowSec - 600, validBeforeSec: nowSec + 300 }
      return { version: 2, payer: address, payTo: PAY_TO, amountUsdMicros: usdMicros(amount), ...times, nonce, signature, ...changes }
    },
  }
}

/** Sets the first slot of a `switched` payer. */
export const flip = (node: BaseNode, { address }: ContractPayer, on: boolean) =>
  node.call('anvil_setStorageAt', address, numberToHex(0, { size: 32 }), encodeAbiParameters([{ type: 'bool' }], [on]))

/** A node's front that lets something happen on the chain just before a transaction goes in, as whoever pays more gets it. */
export function startFrontRunner(node: BaseNode, first: () => Promise<unknown>): { readonly url: string; stop(): void } {
  const bun = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text()
      if (body.includes('eth_sendRawTransaction')) await first()
      return fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    },
  })
  return { url: bun.url.href, stop: () => void bun.stop(true) }
}
