import { asciiTwin, looksOf, mixedScripts, readingsOf, signInWord } from '../lib/look-alike.ts'
import { sameWallet, type WalletOf } from './crew/payee.ts'
import type { KolIndex, MatchableKol } from './matching/build-kol-index.ts'
import type { Plan } from './plan/plan.ts'

/** How a launchpad pays: which address of a directory's profile counts, and what its addresses are of. */
interface PaidIn {
  readonly walletOf: WalletOf
  readonly title: string
}

/**
 * Warnings of names in a plan that say something else than its wallets: a handle of the directory (in any case, with or without
 * `@`, an alias, or a look-alike) with another wallet, a wallet of the directory under another handle, handles that look alike,
 * one wallet named twice, handles that sound like a part of this service, and names in letters that are not what they seem. A name
 * counts also inside a longer handle or an address: `x.com/name`, `@name (official)`.
 */
export function handleWarnings(index: KolIndex, plan: Plan, paidIn: PaidIn, serviceTitle: string): string[] {
  const { request, crew } = plan
  const agentName = request.agent?.name ?? null
  const inside = onceEach(looksInside)
  return [
    ...crew.flatMap(({ handle, wallet }) => directoryWarnings(index, paidIn, { handle, wallet, shown: quoted(handle), inside })),
    ...(agentName === null
      ? []
      : directoryWarnings(index, paidIn, {
          handle: agentName,
          wallet: request.launcherPubkey,
          shown: `The agent’s name ${quoted(agentName)}`,
          inside,
        })),
    ...crew.flatMap(({ handle }) => [...roleWarnings(handle, inside(handle), serviceTitle), ...signWarnings(handle)]),
    ...sharedWallets(plan),
    ...twins(crew.map(({ handle }) => handle)),
    ...[['The name', request.name], ['The agent’s name', agentName ?? ''], ...crew.map(({ handle }) => ['The handle', handle])].flatMap(
      ([what, text]) => letterWarnings(what!, text!),
    ),
  ]
}

interface Named {
  readonly handle: string
  readonly wallet: string | null
  /** How the warning calls it. */
  readonly shown: string
  /** What a handle has inside. */
  readonly inside: (handle: string) => ReadonlySet<string>
}

/** The function, which works out each text once. */
function onceEach<Value>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? work(text)
    known.set(text, value)
    return value
  }
}

function directoryWarnings({ kols, byLook, byWallet }: KolIndex, { walletOf, title }: PaidIn, named: Named): string[] {
  const { handle, wallet, shown, inside } = named
  const taken = (looks: Iterable<string>) =>
    [...new Set([...looks].flatMap((look) => byLook().get(look) ?? []))].sort((a, b) => a - b).map((at) => kols[at]!)
  const whole = taken(looksOf(handle))
  const alike = whole.length > 0 ? whole : taken(inside(handle))
  const exact = alike.filter((kol) => isNameOf(kol, handle))
  const meant = exact.length > 0 ? exact : alike
  const paysOne = meant.map(walletOf).some((known) => wallet !== null && known !== null && sameWallet(known, wallet))
  if (meant.length > 0) return paysOne ? [] : [otherWallet(meant[0]!, exact.length > 0, walletOf(meant[0]!), title, named)]
  const owner = wallet === null ? undefined : byWallet.get(wallet as MatchableKol['wallet'])?.[0]
  return owner === undefined ? [] : [`${shown} is paid at ${wallet}, which is the wallet of @${kols[owner]!.handle} in the directory.`]
}

function otherWallet(kol: MatchableKol, exact: boolean, known: string | null, title: string, { wallet, shown }: Named): string {
  const has = known === null ? `without a wallet of ${title}` : `with another wallet (${known})`
  const who = exact ? `${shown} is` : `${shown} can be taken for @${kol.handle}, who is`
  return `${who} in the directory ${has}${wallet === null ? '' : `; this plan pays ${wallet}`}.`
}

const isNameOf = ({ handle, displayName, aliases }: MatchableKol, text: string): boolean =>
  [handle, displayName, ...aliases].some((name) => plainName(name) === plainName(text))

/** A shorter word says nobody's name. */
const NAME_INSIDE_MIN = 3
const RUN_MAX = 4

/**
 * What the words of a handle look like, those of addresses in it too, and each few that stand side by side. Each word is looked at
 * once, however many others it is read with.
 */
function looksInside(handle: string): Set<string> {
  const looks = new Set<string>()
  const read = new Map<string, readonly string[]>()
  for (const between of BETWEEN_WORDS) {
    const words = handle
      .split(between)
      .filter(Boolean)
      .map((word) => {
        const readings = read.get(word) ?? readingsOf(word)
        read.set(word, readings)
        return { length: word.length, readings }
      })
    for (let from = 0; from < words.length; from += 1) {
      let [length, run] = [-1, ['', '', '', '']]
      for (const word of words.slice(from, from + RUN_MAX)) {
        length += 1 + word.length
        run = run.map((text, at) => text + word.readings[at]!)
        if (length >= NAME_INSIDE_MIN) run.forEach((look) => looks.add(look))
      }
    }
  }
  looks.delete('')
  return looks
}

/** Where a handle is cut: at blanks and slashes, at every sign but those of a handle, at every sign. */
const BETWEEN_WORDS = [/[\s/]+/u, /[^\p{L}\p{M}\p{N}_-]+/u, /[^\p{L}\p{M}\p{N}]+/u]

const ROLES = ['treasury', 'agent', 'referrer']

function roleWarnings(handle: string, inside: ReadonlySet<string>, serviceTitle: string): string[] {
  const looks = new Set([...inside, ...looksOf(handle)])
  const meant = [serviceTitle, ...ROLES].find((name) => looksOf(name).some((look) => looks.has(look)))
  if (meant === undefined) return []
  const what = meant === serviceTitle ? 'this service' : `this service’s role "${meant}"`
  return [`${quoted(handle)} can be taken for ${what}, and is a wallet that the request names.`]
}

const plainName = (text: string): string => text.trim().replace(/^@/, '').toLowerCase()

function sharedWallets({ crew, shareholders }: Plan): string[] {
  const handles = new Map<string, string[]>()
  for (const { wallet, handle } of crew) handles.set(wallet, [...(handles.get(wallet) ?? []), handle])
  return [...handles]
    .filter(([, names]) => names.length > 1)
    .map(([wallet, names]) => {
      const whole = shareholders.find((shareholder) => shareholder.wallet === wallet)
      const share = whole ? `, with ${(whole.bps / 100).toFixed(2)}% of the fees` : ''
      return `${names.map(quoted).join(' and ')} name one wallet (${wallet}): it is one shareholder${share}.`
    })
}

function twins(handles: readonly string[]): string[] {
  const seen = new Map<string, string>()
  return handles.flatMap((handle) => {
    const looks = looksOf(handle)
    const twin = looks.map((look) => seen.get(look)).find((other) => other !== undefined)
    for (const look of looks) seen.set(look, handle)
    return twin === undefined ? [] : [`${quoted(twin)} and ${quoted(handle)} look alike, and are two members of the crew.`]
  })
}

function letterWarnings(what: string, text: string): string[] {
  const twin = asciiTwin(text)
  if (twin !== null) return [`${what} ${quoted(text)} can be taken for "${twin}", and is written in other letters.`]
  const scripts = mixedScripts(text)
  return scripts ? [`${what} ${quoted(text)} mixes letters of ${scripts.join(' and ')}.`] : []
}

function signWarnings(handle: string): string[] {
  const sign = signInWord(handle)
  return sign === null ? [] : [`The handle ${quoted(handle)} has a sign inside a word that is in no name (${sign}).`]
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The text of someone else inside a sentence of ours; one that is read from the right is kept from moving what stands beside it. */
const quoted = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `"\u2068${text}\u2069"` : text.startsWith('@') ? text : `"${text}"`)
