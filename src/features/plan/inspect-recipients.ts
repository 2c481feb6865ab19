import { type AtomicUnits, atomicUnits, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LAUNCHER_UNNAMED, type Shareholder } from '../../domain/crew/fee-map.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { amountText, UNIT_NAMES } from '../../domain/money/currency.ts'
import { divideUp } from '../../domain/money/divide-up.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { RecipientReport } from '../../ports/recipient-report.ts'
import { holdsRole } from '../../domain/crew/role.ts'

/** Facts about a split whose wallets can all be paid. */
export interface Recipients {
  readonly warnings: readonly string[]
  /** Wallets that have never been used on chain. */
  readonly unusedWallets: readonly Wallet[]
}

type Recipient = Shareholder & { readonly report: RecipientReport }

const UNPAYABLE: Partial<Record<RecipientReport['status'], string>> = {
  invalid: 'it is not a wallet',
  executable: 'it is a program, and on chain that mistake is permanent',
  reserved: 'the chain keeps this address for itself and no transaction can pay it, and on chain that mistake is permanent',
  refusing: 'a payment to it fails, and on chain that mistake is permanent',
}

/**
 * Checks that every named wallet of the split can be paid: crew, launcher, referrer and treasury. Reads and simulates only.
 *
 * @throws AppError recipient_not_payable for one that cannot be paid, since one such wallet blocks the fees of all for good |
 * upstream_unavailable where that could not be found out
 */
export async function inspectRecipients(launchpad: Launchpad, plan: Pick<Plan, 'shareholders' | 'crew'>): Promise<Recipients> {
  const named = plan.shareholders.filter(({ wallet }) => wallet !== LAUNCHER_UNNAMED)
  const reports = await launchpad.inspectRecipients(named.map(({ wallet }) => wallet))
  const recipients = named.map((shareholder, index) => ({ ...shareholder, report: reports[index]! }))
  for (const recipient of recipients) {
    const reason = UNPAYABLE[recipient.report.status]
    if (reason !== undefined) throw refusalOf(plan, recipient, reason)
  }
  const unused = recipients.filter(({ report }) => report.status === 'unused')
  return { warnings: unusedWarnings(launchpad.facts, unused), unusedWallets: unused.map(({ wallet }) => wallet) }
}

function refusalOf({ crew }: Pick<Plan, 'crew'>, { wallet, handle, role }: Recipient, reason: string): AppError {
  const index = crew.findIndex((seat) => seat.wallet === wallet)
  if (index !== -1)
    return new AppError('crew_wallet_invalid', { handle, reason }, { fields: [{ path: `/crew/${index}/wallet`, message: reason }] })
  const path = holdsRole(role, 'agent') ? '/launcherPubkey' : holdsRole(role, 'earnings') ? '/earnings' : null
  const fields = path === null ? [] : [{ path, message: reason }]
  return new AppError('recipient_not_payable', { role, wallet, reason }, fields.length > 0 ? { fields } : {})
}

/** How much a vault must hold before the smallest share of a new wallet covers its rent, and what an unused wallet can become. */
function unusedWarnings({ unusedWalletRisk, currency }: LaunchpadFacts, unused: readonly Recipient[]): string[] {
  if (unused.length === 0) return []
  const handles = unused.map(({ handle }) => handle).join(', ')
  const risk = `${unused.length === 1 ? 'This wallet has' : 'These wallets have'} never been used (${handles}): ${unusedWalletRisk}`
  const openingAtomic = unused[0]!.report.openingAtomic
  if (openingAtomic === 0n) return [risk]
  const neededAtomic = atomicUnits(
    openingAtomic +
      unused.reduce(
        (mostAtomic, { bps }) => larger(mostAtomic, atomicUnits(divideUp(openingAtomic * 10_000n, BigInt(bps)))),
        atomicUnits(0),
      ),
  )
  const unit = UNIT_NAMES[currency]
  return [
    `Never used wallets (${handles}): nobody is paid until the fee vault holds ${neededAtomic} ${unit} (${amountText(neededAtomic, currency)}), ` +
      `enough for the smallest of their shares to open its wallet. To avoid the wait, send each of them ${openingAtomic} ${unit} first.`,
    risk,
  ]
}

const larger = (a: AtomicUnits, b: AtomicUnits): AtomicUnits => (a > b ? a : b)
