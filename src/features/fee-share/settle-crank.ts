import { type Lamports, lamports } from '../../domain/brands.ts'
import type { Coin, Remit } from '../../domain/coin.ts'
import { formatSol, lamportsToSol } from '../../domain/sol.ts'
import type { Distribution } from '../../ports/launchpad.ts'
import { failOperation } from '../operations/fail-operation.ts'
import type { Settle, SettleDeps } from '../operations/settle-operation.ts'

/** One step of a distribution; done when its payments were read from the transaction itself and written down. */
export const settleCrank: Settle = async (deps, launchpad, operation) => {
  const { storage, clock } = deps
  const states = await launchpad.advance(operation.transactions)
  if (states.some(({ status }) => status === 'failed' || status === 'expired')) return failOperation(deps, operation, states)
  if (states.at(-1)!.status === 'pending') {
    return (await storage.operations.advance(operation.id, 'broadcast')) ?? (await storage.operations.find(operation.id))!
  }
  const signature = operation.transactions.at(-1)!.signature
  const [distribution, coin] = await Promise.all([
    launchpad.readDistribution(operation.mint, signature),
    storage.coins.find(operation.mint),
  ])
  const remits = distribution && coin ? remitsOf(deps, coin, distribution) : []
  const total = remits.reduce((sum, remit) => lamports(sum + remit.lamports), lamports(0))
  const nowMs = clock.nowMs()
  const result = {
    ok: true,
    cluster: deps.policy.cluster,
    operationId: operation.id,
    mint: operation.mint,
    signature,
    slot: distribution?.slot ?? null,
    distributedLamports: total.toString(),
    distributedSol: lamportsToSol(total),
    missingLamports: null,
    remits: remits.map((remit) => ({
      wallet: remit.wallet,
      handle: remit.handle,
      role: remit.role,
      lamports: remit.lamports.toString(),
      sol: lamportsToSol(remit.lamports),
    })),
    tip: remits.length === 0 ? 'The transaction landed and paid nobody.' : `Paid ${formatSol(total)} SOL to ${remits.length} wallets.`,
  }
  const finished = await storage.transaction(async (tx) => {
    const won = await tx.operations.finish(operation.id, { state: 'done', failure: null, result }, nowMs)
    if (!won) return null
    const added = await tx.remits.insert(remits)
    // A backfill may have read this very distribution first, and told of it.
    if (coin && added > 0) {
      await tx.events.insert({
        id: `evt_${deps.ids.text(20)}`,
        type: 'remit.cranked',
        mint: coin.mint,
        keyId: coin.keyId,
        atMs: nowMs,
        data: result,
      })
    }
    return won
  })
  return finished ?? (await storage.operations.find(operation.id))!
}

/** The payments of a distribution as remits, with the roles that the coin's split gives the wallets. */
export function remitsOf({ ids }: Pick<SettleDeps, 'ids'>, coin: Coin, distribution: Distribution): Remit[] {
  return distribution.payments
    .filter(({ lamports: paid }: { lamports: Lamports }) => paid > 0n)
    .map(({ wallet, lamports: paid }) => {
      const shareholder = coin.shareholders.find((held) => held.wallet === wallet)
      return {
        id: `rm_${ids.text(20)}`,
        mint: coin.mint,
        ticker: coin.ticker,
        wallet,
        handle: shareholder?.handle ?? '',
        role: shareholder?.role ?? 'unknown',
        lamports: paid,
        signature: distribution.signature,
        slot: distribution.slot,
        atMs: distribution.atMs,
      }
    })
}
