import { suggestedLooks } from './crew/suggested-looks.ts'
import { asciiTwin, mixedScripts, type Readings, readingsOf, signInWord } from '../lib/look-alike.ts'
import { sameWallet, type WalletOf } from './crew/payee.ts'
import type { KolIndex, MatchableKol, NamedKols } from './matching/build-kol-index.ts'
import type { Listing } from './plan/payee-listing.ts'
import type { Plan } from './plan/plan.ts'
import { ROLES, rolesOf } from './crew/role.ts'
import { percentText } from './money/figure-text.ts'

/** How a launchpad pays: the profile field it reads, and the name of its address format. */
interface PaidIn {
  readonly walletOf: WalletOf
  readonly title: string
}

/**
 * Warnings of names in a plan that contradict its wallets: a handle of the directory (in any case, with or without `@`, an alias, or a
 * look-alike) with another wallet, a directory wallet under another handle, handles that look alike, one wallet named twice, handles that
 * resemble a part of this service, and names with look-alike letters. A name inside a longer handle or a URL counts too: `x.com/name`,
 * `@name (official)`.
 */
export function handleWarnings(index: KolIndex, plan: Plan, paidIn: PaidIn, serviceTitle: string): string[] {
  const { request, crew } = plan
  const agentName = request.agent?.name ?? null
  const read = createReader()
  return [
    ...crew.flatMap(({ handle, wallet }) => directoryWarnings(index, paidIn, { handle, wallet, shown: quoted(handle) }, read)),
    ...(agentName === null
      ? []
      : directoryWarnings(
          index,
          paidIn,
          {
            handle: agentName,
            wallet: request.launcherPubkey,
            shown: `The agent’s name ${quoted(agentName)}`,
          },
          read,
        )),
    ...crew.flatMap(({ handle }) => [...roleWarnings(handle, read, serviceTitle), ...signWarnings(handle)]),
    ...sharedWallets(plan),
    ...twins(
      crew.map(({ handle }) => handle),
      read,
    ),
    ...[['The name', request.name], ['The agent’s name', agentName ?? ''], ...crew.map(({ handle }) => ['The handle', handle])].flatMap(
      ([what, text]) => letterWarnings(what!, text!),
    ),
  ]
}

/** Whether the directory knows this name, in whatever spelling, and with this wallet. */
export function listingOf(index: KolIndex, walletOf: WalletOf, { handle, wallet }: Pick<Named, 'handle' | 'wallet'>): Listing {
  const { meant } = meantBy(index, handle, createReader())
  if (meant.length === 0) return 'not_listed'
  return paysOneOf(meant, walletOf, wallet) ? 'listed' : 'listed_with_another_wallet'
}

interface Named {
  readonly handle: string
  readonly wallet: string | null
  /** The name as the warning shows it. */
  readonly shown: string
}

/** What texts of one plan look like, each read once: a plan has at most a few hundred different words. */
interface Reader {
  /** As readingsOf. */
  readings(text: string): Readings
  /** The look-alike keys of a text. */
  looks(text: string): readonly string[]
  /** Those of the names inside a handle. */
  inside(handle: string): ReadonlySet<string>
  /** Those of the names that a handle suggests. */
  suggested(handle: string): readonly string[]
}

function createReader(): Reader {
  const readings = onceEach(readingsOf)
  return {
    readings,
    looks: onceEach((text) => [...new Set(readings(text))].filter((look) => look !== '')),
    inside: onceEach((handle) => looksInside(handle, readings)),
    suggested: onceEach(suggestedLooks),
  }
}

/** The function, memoised by its text. */
function onceEach<Value>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? work(text)
    known.set(text, value)
    return value
  }
}

/** The profiles that a name means, and whether one of them has just that name. */
function meantBy(
  { kols, byLook }: NamedKols,
  handle: string,
  read: Reader,
): { readonly meant: readonly MatchableKol[]; readonly exact: boolean } {
  const taken = (looks: Iterable<string>) =>
    [...new Set([...looks].flatMap((look) => byLook.get(look) ?? []))].sort((a, b) => a - b).map((index) => kols[index]!)
  for (const looks of [() => read.looks(handle), () => read.inside(handle), () => read.suggested(handle)]) {
    const alike = taken(looks())
    const exact = alike.filter((kol) => isNameOf(kol, handle))
    if (alike.length > 0) return exact.length > 0 ? { meant: exact, exact: true } : { meant: alike, exact: false }
  }
  return { meant: [], exact: false }
}

const paysOneOf = (kols: readonly MatchableKol[], walletOf: WalletOf, wallet: string | null): boolean =>
  kols.map(walletOf).some((known) => wallet !== null && known !== null && sameWallet(known, wallet))

function directoryWarnings(index: KolIndex, paidIn: PaidIn, named: Named, read: Reader): string[] {
  const { handle, wallet, shown } = named
  const { meant, exact } = meantBy(index, handle, read)
  const paysMeant = paysOneOf(meant, paidIn.walletOf, wallet)
  const out = paysMeant ? [] : optedOutWarnings(index.optedOut, paidIn, named, { read, onlyExact: exact })
  if (meant.length > 0) return paysMeant ? [] : [...out, otherWallet(meant[0]!, exact, paidIn.walletOf(meant[0]!), paidIn.title, named)]
  const owner = wallet === null ? undefined : index.byWallet.get(wallet as MatchableKol['wallet'])?.[0]
  if (owner === undefined) return out
  return [...out, `${shown} is paid at ${wallet}, which is the wallet of @${index.kols[owner]!.handle} in the directory.`]
}

/** What stands against a name or wallet of somebody who opted out. It says nothing of them that the plan does not. */
function optedOutWarnings(
  optedOut: NamedKols,
  { walletOf }: PaidIn,
  { handle, wallet, shown }: Named,
  { read, onlyExact }: { readonly read: Reader; readonly onlyExact: boolean },
): string[] {
  const { meant, exact } = meantBy(optedOut, handle, read)
  if (meant.length > 0 && (exact || !onlyExact)) {
    if (paysOneOf(meant, walletOf, wallet)) return [`${shown} has opted out of being hired, and this plan pays them at ${wallet}.`]
    const who = exact ? `${shown} has` : `${shown} can be taken for @${meant[0]!.handle}, who has`
    return [`${who} opted out of being hired${wallet === null ? '' : `, and this plan pays ${wallet}, which is not their wallet`}.`]
  }
  const owner = wallet === null ? undefined : optedOut.byWallet.get(wallet as MatchableKol['wallet'])
  return owner === undefined ? [] : [`${shown} is paid at ${wallet}, the wallet of somebody who has opted out of being hired.`]
}

function otherWallet(kol: MatchableKol, exact: boolean, known: string | null, title: string, { wallet, shown }: Named): string {
  const has = known === null ? `without a wallet of ${title}` : `with another wallet (${known})`
  const who = exact ? `${shown} is` : `${shown} can be taken for @${kol.handle}, who is`
  return `${who} in the directory ${has}${wallet === null ? '' : `; this plan pays ${wallet}`}.`
}

const isNameOf = ({ handle, displayName, aliases }: MatchableKol, text: string): boolean =>
  [handle, displayName, ...aliases].some((name) => plainName(name) === plainName(text))

/** Shorter words are too common to count as a name. */
const NAME_INSIDE_CHARACTERS_MIN = 3
const RUN_CHARACTERS_MAX = 4

/**
 * Look-alike keys of the words of a handle, of the words of URLs in it, and of each few adjacent words. Each word is normalised once,
 * however many neighbours it is combined with.
 */
function looksInside(handle: string, readingsOfWord: (word: string) => Readings): Set<string> {
  const looks = new Set<string>()
  for (const between of BETWEEN_WORDS) {
    const words = handle
      .split(between)
      .filter(Boolean)
      .map((word) => ({ length: word.length, readings: readingsOfWord(word) }))
    for (let from = 0; from < words.length; from += 1) {
      let [length, run] = [-1, ['', '', '', '']]
      for (const word of words.slice(from, from + RUN_CHARACTERS_MAX)) {
        length += 1 + word.length
        run = run.map((text, index) => text + word.readings[index]!)
        if (length >= NAME_INSIDE_CHARACTERS_MIN) run.forEach((look) => looks.add(look))
      }
    }
  }
  looks.delete('')
  return looks
}

/** Where a handle is split: at blanks and slashes; at every sign that handles do not have; at every sign. */
const BETWEEN_WORDS = [/[\s/]+/u, /[^\p{L}\p{M}\p{N}_-]+/u, /[^\p{L}\p{M}\p{N}]+/u]

function roleWarnings(handle: string, read: Reader, serviceTitle: string): string[] {
  const looks = new Set([...read.inside(handle), ...read.looks(handle)])
  const meant = [serviceTitle, ...ROLES.filter((role) => role !== 'kol')].find((name) => read.looks(name).some((look) => looks.has(look)))
  if (meant === undefined) return []
  const what = meant === serviceTitle ? 'this service' : `this service’s role "${meant}"`
  return [`${quoted(handle)} can be taken for ${what}, and is a wallet that the request names.`]
}

const plainName = (text: string): string => text.trim().replace(/^@/, '').toLowerCase()

/** Wallets that stand in the split under several names: of members of the crew, and of roles that the crew has no part in. */
function sharedWallets({ crew, shareholders }: Plan): string[] {
  return shareholders.flatMap(({ wallet, role, bps }) => {
    const handles = crew.filter((member) => member.wallet === wallet).map(({ handle }) => quoted(handle))
    const roles = rolesOf(role).filter((part) => part !== 'kol')
    const names = [...handles, ...roles.map((part) => `the ${part}`)]
    if (names.length < 2) return []
    return [`${names.join(' and ')} name one wallet (${wallet}): it is one shareholder, with ${percentText(bps)} of the fees.`]
  })
}

function twins(handles: readonly string[], read: Reader): string[] {
  const seen = new Map<string, string>()
  return handles.flatMap((handle) => {
    const looks = read.looks(handle)
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

/** Quoted text of others inside a sentence of ours; right-to-left text is isolated so that it does not reorder what is beside it. */
const quoted = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `"\u2068${text}\u2069"` : text.startsWith('@') ? text : `"${text}"`)
