/** What stands across the page of a coin whose creator fees do not go to a locked split. */
export interface FeesWarning {
  readonly title: string
  /** What follows from it, and what can be done. */
  readonly text: string
  /** The call that locks the fees; null where none can. */
  readonly call: 'wireFees' | 'lockHolderKol' | null
}

/** The warning of this coin, in words for everybody; null for one whose fees are locked to its split. */
export function feesWarning({
  feeShareLocked,
  holderKol,
  feesRedirected,
  paid,
}: {
  readonly feeShareLocked: boolean
  readonly holderKol: boolean
  readonly feesRedirected: { readonly to: string } | null
  /** What the split was paid, where that is asked for. */
  readonly paid?: { readonly amount: string }
}): FeesWarning | null {
  if (feesRedirected)
    return {
      title: 'The fees were taken away from this split',
      text: `The launchpad’s own team gives them to ${feesRedirected.to.replace(/^its /, 'the coin’s ')} now. Nobody here can undo that${paid?.amount === '0' ? '' : '; what the split was paid before stays paid'}.`,
      call: null,
    }
  if (feeShareLocked) return null
  return holderKol
    ? {
        title: 'Fees are not locked yet: the crew is still to be chosen',
        text: 'The launcher will pick the crew from the holders; the fees lock in the same step. Nobody in the split is paid before.',
        call: 'lockHolderKol',
      }
    : {
        title: 'Fees are not locked: the launcher can still change who is paid',
        text: 'The launch did not lock them. Nobody in the split is paid until the launcher locks them; until then the fees are the launcher’s.',
        call: 'wireFees',
      }
}
