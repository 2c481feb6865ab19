import { type UsdMicros, usdMicros } from '../brands.ts'

/** What a delivery may be: a picture by its first bytes, or a page of text. */
export const DELIVERY_FORMS = ['picture', 'page'] as const

/** One of DELIVERY_FORMS. */
export type DeliveryForm = (typeof DELIVERY_FORMS)[number]

/** One thing that a coin's treasury share pays for, or that its graduation unlocks. */
export interface KitItem {
  readonly id: string
  readonly title: string
  /** What it is, in one sentence. */
  readonly what: string
  /** Indicative, and may change; null for what costs nothing. */
  readonly priceUsdMicros: UsdMicros | null
  /** The template of the job that makes it. Null: no job does. */
  readonly template: TemplateId | null
  readonly needsGraduation: boolean
}

/** How a job of a template is done. */
export interface JobTemplate {
  /** What the worker hands in, one sentence a thing. */
  readonly deliverables: readonly string[]
  readonly accepts: readonly DeliveryForm[]
  /** Posts per week when the request names no number; null for templates without posts. */
  readonly postsPerWeek: number | null
  /** In how many parts the whole item is handed in and paid. */
  readonly parts: number
  /** What a job below the item's price pays, and leaves the item as it is. Null: such a job is refused. */
  readonly part: string | null
}

/** The kinds of jobs that the kit has. @see rules 3.3 */
export const TEMPLATE_IDS = ['meme-pack', 'banner-logo', 'x-upkeep', 'website-polish'] as const

/** One of TEMPLATE_IDS. */
export type TemplateId = (typeof TEMPLATE_IDS)[number]

/** The kit of every coin, in the order in which it is shown. @see rules 1.8, 3.3 */
export const KIT_ITEMS: readonly KitItem[] = [
  {
    id: 'meme-pack',
    title: 'Meme pack',
    what: 'Ten original memes about the coin, ready to post.',
    priceUsdMicros: usdMicros(40_000_000),
    template: 'meme-pack',
    needsGraduation: false,
  },
  {
    id: 'banner-logo',
    title: 'Banner and logo',
    what: 'A profile banner and a clean logo in the sizes that social networks take.',
    priceUsdMicros: usdMicros(60_000_000),
    template: 'banner-logo',
    needsGraduation: false,
  },
  {
    id: 'x-upkeep',
    title: 'X upkeep',
    what: 'A month of posts and replies on the coin’s own X account.',
    priceUsdMicros: usdMicros(120_000_000),
    template: 'x-upkeep',
    needsGraduation: false,
  },
  {
    id: 'website-polish',
    title: 'Website polish',
    what: 'The coin’s website brought into shape: text, look, and how it loads on a phone.',
    priceUsdMicros: usdMicros(150_000_000),
    template: 'website-polish',
    needsGraduation: false,
  },
  {
    id: 'featured',
    title: 'Featured post',
    what: 'The operator features the graduated coin in a post.',
    priceUsdMicros: null,
    template: null,
    needsGraduation: true,
  },
]

/** Deliverables of each template. @see rules 1.8 */
export const JOB_TEMPLATES: Readonly<Record<TemplateId, JobTemplate>> = {
  'meme-pack': {
    deliverables: ['Ten pictures, each at its own address or together on one page that names the coin.'],
    accepts: ['picture', 'page'],
    postsPerWeek: null,
    parts: 1,
    part: null,
  },
  'banner-logo': {
    deliverables: ['A banner of 1500 × 500 pixels.', 'A logo of at least 400 × 400 pixels.'],
    accepts: ['picture', 'page'],
    postsPerWeek: null,
    parts: 1,
    part: null,
  },
  'x-upkeep': {
    deliverables: ['The addresses of the posts, or of one page that lists them; of the whole month week by week, in four parts.'],
    accepts: ['page'],
    postsPerWeek: 3,
    // A week of the month each.
    parts: 4,
    part: 'Posts until the budget is used.',
  },
  'website-polish': {
    deliverables: ['The address of the website as it is now.'],
    accepts: ['page'],
    postsPerWeek: null,
    parts: 1,
    part: null,
  },
}

/** The most parts of a job. */
export const PARTS_MAX = Math.max(...TEMPLATE_IDS.map((id) => JOB_TEMPLATES[id].parts))

/** The item of the kit that a template makes. */
export const itemOf = (template: TemplateId): KitItem & { readonly priceUsdMicros: UsdMicros } => {
  const item = KIT_ITEMS.find((candidate) => candidate.template === template)!
  return { ...item, priceUsdMicros: item.priceUsdMicros! }
}

/** True when a job of this budget makes the whole item. */
export const coversItem = (template: TemplateId, budgetUsdMicros: UsdMicros): boolean => budgetUsdMicros >= itemOf(template).priceUsdMicros
