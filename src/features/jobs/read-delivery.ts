import type { FieldError } from '../../domain/errors/field-error.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { AppError } from '../../domain/errors.ts'
import { hasWord } from '../../domain/text/has-word.ts'
import { sniffImageType } from '../../domain/plan/image.ts'
import { type DeliveryForm, JOB_TEMPLATES } from '../../domain/kit/kit-items.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import type { Deps } from '../../ports/deps.ts'
import { type Fetched, FetchRefused } from '../../ports/outbound/web.ts'

const PAGE_TYPE = /^(text\/|application\/(json|xhtml\+xml)\b)/

/** The content at one URL of a delivery. */
interface Delivered {
  readonly url: string
  readonly form: DeliveryForm | null
  /** The start of the page's text that is searched; empty for a picture. */
  readonly text: string
}

/** What was found at the URLs of a delivery: the content, or why there is none. */
interface Delivery {
  readonly delivered: readonly Delivered[]
  /** The URLs that could not be reached. */
  readonly unreached: readonly FieldError[]
  /** True where this process could not ask for one of them: nothing is known of it. */
  readonly ours: boolean
}

/** Looks at these URLs now, each through the guarded fetch. */
export async function fetchDelivery({ web }: Pick<Deps, 'web'>, urls: readonly string[]): Promise<Delivery> {
  const reads = await Promise.all(
    urls.map(async (url) => {
      try {
        const fetched = await web.get(url, { bytesMax: OWN_LIMITS.jobFetchBytesMax, timeoutMs: OWN_LIMITS.jobFetchTimeoutMs })
        if (fetched.status >= 200 && fetched.status < 300) return toDelivered(url, fetched)
        return new FetchRefused(`it answers with status ${fetched.status}`)
      } catch (error) {
        if (!(error instanceof FetchRefused)) throw error
        return error
      }
    }),
  )
  return {
    delivered: reads.flatMap((read) => (read instanceof FetchRefused ? [] : [read])),
    unreached: reads.flatMap((read, index) => (read instanceof FetchRefused ? [fieldAt(index, read.reason)] : [])),
    ours: reads.some((read) => read instanceof FetchRefused && read.ours),
  }
}

/**
 * The content at these URLs now.
 * @throws AppError job_content_invalid that names every URL that is private, unreachable or too large
 */
export async function readDelivery(deps: Pick<Deps, 'web'>, urls: readonly string[]): Promise<readonly Delivered[]> {
  const { delivered, unreached } = await fetchDelivery(deps, urls)
  refuse(unreached)
  return delivered
}

/**
 * Throws unless the work of the job can be reached, and is what the job asks for.
 *
 * @see rules 3.3
 */
export async function checkContent(deps: Pick<Deps, 'web'>, job: CoinJob): Promise<void> {
  await checkDelivered(await readDelivery(deps, job.urls), job)
}

/**
 * Throws unless this is what the job asks for: every URL has a form that the template accepts, and one names the coin by its ticker or mint
 * (a page in its text, a picture in its URL).
 */
export async function checkDelivered(delivered: readonly Delivered[], job: CoinJob): Promise<void> {
  const { accepts } = JOB_TEMPLATES[job.template]
  const wrong = delivered.flatMap(({ form }, index) =>
    form && accepts.includes(form) ? [] : [fieldAt(index, `it is not a ${accepts.join(' or a ')}`)],
  )
  refuse(wrong)
  for (const { url, text } of delivered) {
    const named = text === '' ? url : text
    if (named.includes(job.mint) || hasWord(named, job.ticker)) return
    // Searching ten pages takes long: yields to other requests in between.
    await yieldToEventLoop()
  }
  refuse([{ path: '/urls', message: `none of them names $${job.ticker} or the mint` }])
}

function toDelivered(url: string, { contentType, bytes }: Fetched): Delivered {
  if (sniffImageType(bytes)) return { url, form: 'picture', text: '' }
  const isPage = PAGE_TYPE.test((contentType ?? '').trim().toLowerCase())
  return { url, form: isPage ? 'page' : null, text: isPage ? new TextDecoder().decode(bytes.subarray(0, OWN_LIMITS.jobPageBytesMax)) : '' }
}

const fieldAt = (index: number, message: string): FieldError => ({ path: `/urls/${index}`, message })

function refuse(fields: readonly FieldError[]): void {
  const [first] = fields
  if (first) throw new AppError('job_content_invalid', { reason: `${first.path} ${first.message}` }, { fields })
}
