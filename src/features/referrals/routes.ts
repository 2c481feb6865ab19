import { Elysia } from 'elysia'
import { serviceHost } from '../../domain/text/service-host.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { verifyWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import { hostlessReferralsMessage, readReferralStats, referralsMessage } from './read-referral-stats.ts'
import { ReferralStatsView, referralStatsView } from './referral-stats-view.ts'

/** A KOL's referral figures, for that KOL only. @see rules 4.2, 5.7 */
export const referralRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'referrals', prefix: '/api/kol/referrals', tags: ['kols'] }).use(openGuard(deps, 'referrals')).get(
    '',
    async ({ request, set }) => {
      const wallet = await verifyWalletSignature(
        deps,
        request.headers,
        (signer, timestamp) => referralsMessage(serviceHost(deps.policy), signer, timestamp),
        hostlessReferralsMessage,
      )
      set.headers['cache-control'] = 'no-store'
      return referralStatsView(wallet, await readReferralStats(deps, wallet))
    },
    {
      response: { 200: ReferralStatsView },
      detail: {
        operationId: 'getReferrals',
        summary: 'Your referrals, by wallet signature over svc-kol-referrals:{host}:{wallet}:{timestamp}',
        ...routeDocs({ walletSigns: 'svc-kol-referrals:{host}:{wallet}:{timestamp}', refuses: ['kol_not_found'] }),
      },
    },
  )
