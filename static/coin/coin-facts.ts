import type { CoinResponse, CoinView } from '../../src/features/coins/coin-view.ts'
import type { JobView } from '../../src/domain/results/job-json.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { ask } from '../lib/api.ts'
import { type LoadedRemits, loadRemits } from '../lib/remits.ts'

/** Payments that are loaded, to be listed and summed; the whole record is in the API. */
const REMITS_MAX = 1_000
const JOBS_MAX = 50

/** What a look at the service came to. `changed` = there is something new to show. */
export interface Look {
  readonly outcome: 'answered' | 'missing' | 'unanswered'
  readonly changed: boolean
}

/** All that the service has said of a coin; null = it has not. */
export interface CoinFacts {
  readonly coin: () => CoinView | null
  readonly remits: () => LoadedRemits
  readonly kit: () => KitResponse | null
  readonly jobs: () => readonly JobView[] | null
  /** Asks for what is new. */
  look(): Promise<Look>
}

/** The facts of this coin, none before the first look. */
export function createCoinFacts(mint: string): CoinFacts {
  const path = `/api/coins/${encodeURIComponent(mint)}`
  let etag: string | null = null
  let remits: LoadedRemits = { remits: [], complete: false }
  let coin: CoinView | null = null
  let kit: { readonly body: KitResponse; readonly etag: string | null } | null = null
  let jobs: { readonly body: readonly JobView[]; readonly etag: string | null } | null = null

  /** True when something is new. What does not answer stays as it was: the coin itself is what the page is about. */
  const lookAtKit = async (): Promise<boolean> => {
    const kitAnswer = await ask<KitResponse>(`${path}/kit`, { etag: kit?.etag ?? null })
    if (kitAnswer.kind === 'ok') kit = kitAnswer
    // Where jobs are switched off there is nothing to ask for.
    if (!kit?.body.jobsEnabled) return kitAnswer.kind === 'ok'
    const jobsPath = `/api/jobs?limit=${JOBS_MAX}&mint=${encodeURIComponent(mint)}`
    const jobsAnswer = await ask<ListAnswer<'jobs', JobView>>(jobsPath, { etag: jobs?.etag ?? null })
    if (jobsAnswer.kind === 'ok') jobs = { body: jobsAnswer.body.jobs, etag: jobsAnswer.etag }
    return kitAnswer.kind === 'ok' || jobsAnswer.kind === 'ok'
  }

  return {
    coin: () => coin,
    remits: () => remits,
    kit: () => kit?.body ?? null,
    jobs: () => jobs?.body ?? null,
    async look() {
      const answer = await ask<CoinResponse>(path, { etag })
      if (answer.kind === 'problem' && answer.status === 404) return { outcome: 'missing', changed: false }
      let answered = answer.kind === 'ok' || answer.kind === 'same'
      if (answer.kind === 'ok') {
        coin = answer.body.coin
        // Each payment changes the coin's own figures: without a change of those there is no new one.
        const loaded = coin.paid.amount === '0' ? { remits: [], complete: true } : await loadRemits(remits, { most: REMITS_MAX, mint })
        if (loaded) remits = loaded
        else answered = false
        etag = loaded ? answer.etag : null
      }
      const changed = await lookAtKit()
      return { outcome: answered ? 'answered' : 'unanswered', changed: changed || answer.kind === 'ok' }
    },
  }
}
