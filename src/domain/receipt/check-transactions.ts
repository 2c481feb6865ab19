import type { ReceiptEntry } from './receipt-text.ts'

/** A call of JSON-RPC. */
interface NodeCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Signatures that a Solana node takes in one call. */
const AT_ONCE = 256

/** Whether a node of its chain has every transaction of a receipt that was found sound, landed and at its height. */
export async function checkTransactions(ask: (call: NodeCall) => Promise<unknown>, bytes: Uint8Array) {
  const { entries } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly entries: readonly ReceiptEntry[] }
  const heights = new Map<string, number>()
  for (const entry of entries) {
    if (entry.kind === 'transaction' || entry.kind === 'remit') heights.set(entry.body.signature, entry.body.height)
  }
  const isEvm = entries[0]?.kind === 'coin' && entries[0].body.chainId.startsWith('eip155:')
  const missing: string[] = []
  const signatures = [...heights.keys()]
  for (let at = 0; at < signatures.length; at += AT_ONCE) {
    const some = signatures.slice(at, at + AT_ONCE)
    const landed = isEvm ? await landedOnEvm(ask, some) : await landedOnSolana(ask, some)
    missing.push(...some.filter((signature, index) => landed[index] !== heights.get(signature)))
  }
  const text =
    missing.length === 0
      ? `The chain has all ${heights.size} transactions at their heights. The split of now is not read: the coin’s page shows it.`
      : `The chain does not have ${missing[0]} as the receipt has it (${missing.length} of ${heights.size}).`
  return { name: 'transactions' as const, ok: missing.length === 0, text }
}

async function landedOnSolana(ask: (call: NodeCall) => Promise<unknown>, signatures: readonly string[]): Promise<(number | null)[]> {
  const result = await ask({ method: 'getSignatureStatuses', params: [signatures, { searchTransactionHistory: true }] })
  const { value } = result as { readonly value: readonly ({ slot: number; err: unknown; confirmationStatus: string } | null)[] }
  return value.map((status) => (status && status.err === null && status.confirmationStatus !== 'processed' ? status.slot : null))
}

const landedOnEvm = (ask: (call: NodeCall) => Promise<unknown>, hashes: readonly string[]): Promise<(number | null)[]> =>
  Promise.all(
    hashes.map(async (hash) => {
      const receipt = (await ask({ method: 'eth_getTransactionReceipt', params: [hash] })) as { status: string; blockNumber: string } | null
      return receipt?.status === '0x1' ? Number(receipt.blockNumber) : null
    }),
  )
