import type { Wallet } from '../../domain/brands.ts'
import { iso } from '../../domain/json.ts'
import { clausesOf, PolicyClauses } from '../../domain/policy/policy-clauses.ts'
import { policyPath } from '../../domain/policy/policy-path.ts'
import { policyHash, policyText } from '../../domain/policy/spending-policy.ts'
import { typedPolicy } from '../../domain/policy/typed-policy.ts'
import { keyName } from '../../domain/keys/key-name.ts'
import type { Deps } from '../../ports/deps.ts'
import { policyOfClauses } from './policy-of-clauses.ts'
import { findAsker } from '../dry-run/find-asker.ts'
import { PolicyTextView, signaturesOf } from './policy-view.ts'

/** The text of a policy of these clauses, and who signed it so far. */
export async function policyTextView(
  deps: Pick<Deps, 'policy' | 'launchpads' | 'clock' | 'storage' | 'directory'>,
  body: PolicyClauses,
): Promise<PolicyTextView> {
  const policy = policyOfClauses(deps, body)
  const [hash, text, clauses, nowMs] = [policyHash(policy), policyText(policy), clausesOf(policy), deps.clock.nowMs()]
  const [known, key, index] = await Promise.all([deps.storage.policies.find(hash), findAsker(deps, policy.keyId), deps.directory.index()])
  const listed = policy.wallets.flatMap(({ wallet }) =>
    (index.byWallet.get(wallet as Wallet) ?? []).slice(0, 1).map((found) => ({ wallet, handle: index.kols[found]!.handle })),
  )
  return {
    ok: true,
    hash,
    text,
    typedData: typedPolicy(text, '{timestamp}')!,
    clauses,
    keyName: keyName(policy.keyId),
    key,
    listed,
    policyUrl: `${deps.policy.baseUrl}${policyPath(clauses)}`,
    approvalsRequired: deps.policy.approvalsRequired,
    signed: known && signaturesOf(known, deps.policy, nowMs),
    serverTime: iso(nowMs),
  }
}
