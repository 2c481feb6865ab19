import type { DocumentedRoute } from '../support/answer-judge.ts'
import type { Draft } from './draft.ts'
import type { Maker } from './fields.ts'
import { KOLS } from './fuzz-server.ts'
import { launcherOf } from './learn.ts'
import { makeDraft } from './make-draft.ts'

/** SOL for everyone an actor can be, and for the KOLs: a new wallet holds little. */
export function fundings(maker: Maker, routes: readonly DocumentedRoute[]): Draft[] {
  const route = routes.find(({ name }) => name === 'POST /api/simulated/wallets/{wallet}/airdrop')
  return [...maker.memory.people, ...KOLS.map(({ person }) => person)].flatMap(({ wallet }) => {
    const draft = route ? makeDraft(maker, route) : null
    return draft ? [{ ...draft, path: draft.route.path.replace('{wallet}', wallet), body: { sol: 100_000 } }] : []
  })
}

/** What a client would do next after this answer: so that long chains of use cases come about. */
export function followUps(maker: Maker, routes: readonly DocumentedRoute[], draft: Draft, value: any): Draft[] {
  const { chance } = maker
  const next = (name: string, change: (draft: Draft) => void = () => {}): Draft[] => {
    const route = routes.find((candidate) => candidate.name === name)
    const made = route ? makeDraft(maker, route) : null
    if (made) change(made)
    return made ? [made] : []
  }
  const about = (mint: string) => (made: Draft) => void (made.path = made.route.path.replace('{mint}', mint))
  if (value.code === 'balance_too_low') {
    const wallet = /[1-9A-HJ-NP-Za-km-z]{32,44}/.exec(String(value.detail))?.[0]
    if (wallet === undefined) return []
    return next('POST /api/simulated/wallets/{wallet}/airdrop', (made) => {
      made.path = made.route.path.replace('{wallet}', wallet)
      made.body = { sol: 1_000 }
    })
  }
  if (value.status >= 300) return []
  switch (draft.route.name) {
    case 'POST /api/agent/launch/dry-run':
      return chance.happens(0.3) ? next('POST /api/agent/launch/dry-run/{id}/approve') : []
    case 'POST /api/approvals/open':
      return next('GET /api/approvals')
    case 'POST /api/agent/wire-fees/unsigned':
    case 'POST /api/agent/lock-holder-kol/unsigned':
      return chance.happens(0.8) ? next('POST /api/agent/wire-fees/submit') : []
    case 'POST /api/agent/launch/unsigned':
      return chance.happens(0.8) ? next('POST /api/agent/launch/submit') : []
    case 'POST /api/agent/launch':
    case 'POST /api/agent/launch/submit': {
      const mint = String(value.mint)
      const trade = () =>
        next('POST /api/simulated/{mint}/trades', (made) => {
          about(mint)(made)
          made.body = { wallet: chance.pick(maker.memory.people).wallet, side: 'buy', sol: chance.pick([0.1, 5, 9, 500]) }
        })
      const held = (draft.body as { holderKol?: boolean } | undefined)?.holderKol === true
      if (held && chance.happens(0.7)) {
        const bought = next('POST /api/simulated/{mint}/trades', (made) => {
          about(mint)(made)
          made.body = { wallet: chance.pick(KOLS).person.wallet, side: 'buy', sol: 0.01 }
        })
        const { 'x-svc-api-key': key = '', 'x-launcher-key': secret = '' } = draft.headers
        const launcher = launcherOf(maker.memory, secret)
        const elsewhere = launcher !== null && chance.happens(0.4)
        const lock = next(elsewhere ? 'POST /api/agent/lock-holder-kol/unsigned' : 'POST /api/agent/lock-holder-kol', (made) => {
          made.body = { mint, ...(elsewhere && { launcherPubkey: launcher.wallet }) }
          Object.assign(made.headers, { 'x-svc-api-key': key, ...(!elsewhere && { 'x-launcher-key': secret }) })
        })
        return [...bought, ...lock]
      }
      const ofMint = (name: string) => next(name, (made) => void (made.body = { ...(made.body as object), mint }))
      return [
        ...trade(),
        ...(chance.happens(0.5) ? trade() : []),
        ...(chance.happens(0.4) ? ofMint('POST /api/agent/crank') : []),
        ...(value.status === 202 && chance.happens(0.7)
          ? chance.happens(0.7)
            ? ofMint('POST /api/agent/wire-fees')
            : next('POST /api/agent/wire-fees/unsigned')
          : []),
        ...(chance.happens(0.5) ? next('GET /api/agent/status/{mint}', about(mint)) : []),
        ...(chance.happens(0.05) ? next('POST /api/simulated/{mint}/graduate', about(mint)) : []),
      ]
    }
    case 'POST /api/jobs/coin':
      return [...next('POST /api/jobs/{id}/claim'), ...next('POST /api/jobs/{id}/submit')]
    case 'POST /api/simulated/{mint}/graduate':
      return next('POST /api/coins/{mint}/featured', about(String(value.coin?.mint)))
    default:
      return []
  }
}
