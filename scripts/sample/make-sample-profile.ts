import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { keccak256, stringToBytes } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { Wallet } from '../../src/domain/brands.ts'
import { HIRE_ROLES, type HireRole } from '../../src/domain/crew/crew.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import type { SeededRandom } from '../../test/support/seeded-random.ts'
import { type NarrativePalette, narrativePalettes, neutralNouns, roleNouns, syllables } from './narrative-palette.ts'

/** An invented profile before the directory is ranked, with the narrative that leads it. */
export type SampleProfile = KolImport & { readonly lead: string }

// A handle of the network these handles imitate has at most 15 characters: one of 16 or more belongs to nobody.
const HANDLE_MIN = 16
const ROLE_WEIGHTS: Readonly<Record<HireRole, number>> = { caller: 30, chart: 18, raid: 22, kol: 40, dev: 10 }

/** The n-th invented profile. Its wallets are real keys made from `number`, so anyone can make them: never pay one. */
export function makeSampleProfile(random: SeededRandom, number: number): SampleProfile {
  const lead = pickWeighted(random, narrativePalettes, ({ weight }) => weight)
  const roles = pickRoles(random)
  const displayName = makeName(random, lead, roles)
  return {
    lead: lead.id,
    rank: number,
    handle: makeHandle(displayName, number),
    displayName,
    aliases: makeAliases(random, displayName, lead),
    wallet: bs58.encode(nacl.sign.keyPair.fromSeed(seedOf(`solana ${number}`)).publicKey) as Wallet,
    evmWallet: random.fraction() < 0.6 ? privateKeyToAddress(keccak256(stringToBytes(`sample kol evm ${number}`))) : null,
    // A power law: the first profiles are drawn with the most followers, and luck spreads each threefold.
    followers: Math.round((1_800_000 / number ** 1.15) * (0.4 + random.fraction() * 1.2)) + random.below(900),
    narratives: pickNarratives(random, lead),
    roles,
    correlated: [],
    verified: random.fraction() < 0.35,
    optedOut: false,
  }
}

const seedOf = (label: string) => nacl.hash(stringToBytes(`sample kol ${label}`)).slice(0, 32)

function pickWeighted<T>(random: SeededRandom, items: readonly T[], weightOf: (item: T) => number): T {
  let left = random.fraction() * items.reduce((sum, item) => sum + weightOf(item), 0)
  return items.find((item) => (left -= weightOf(item)) < 0) ?? items[0]!
}

function pickRoles(random: SeededRandom): HireRole[] {
  const count = 1 + Number(random.fraction() < 0.55) + Number(random.fraction() < 0.15)
  const roles = new Set<HireRole>()
  while (roles.size < count) roles.add(pickWeighted(random, HIRE_ROLES, (role) => ROLE_WEIGHTS[role]))
  return [...roles]
}

/** Mostly the lead first, then its neighbours. One profile in ten is tagged by hand so badly that its lead is left out. */
function pickNarratives(random: SeededRandom, lead: NarrativePalette): string[] {
  const extra = random.pick([0, 0, 1, 1, 1, 2, 2, 3, 4])
  const tags = new Set<string>([lead.id])
  for (let at = 0; at < extra; at += 1) {
    tags.add(random.fraction() < 0.75 ? random.pick(lead.beside) : random.pick(narrativePalettes).id)
  }
  if (random.fraction() < 0.1) {
    tags.delete(lead.id)
    tags.add(lead.id === 'memes' ? 'trading' : 'memes')
  }
  return [...tags]
}

function makeName(random: SeededRandom, lead: NarrativePalette, roles: readonly HireRole[]): string {
  const style = random.fraction()
  if (style < 0.2) return `${makeSyllables(random)} ${makeSyllables(random)}`
  if (style < 0.35) return `${random.pick(neutralNouns)} ${random.pick(roleNouns[roles[0]!]!)}`
  const flavour = random.pick(lead.flavours)
  return style < 0.75 ? `${flavour} ${random.pick(neutralNouns)}` : `${flavour} ${random.pick(roleNouns[roles[0]!]!)}`
}

const makeSyllables = (random: SeededRandom) => random.pick(syllables.first) + random.pick(syllables.last)

const makeHandle = (displayName: string, number: number) =>
  `${displayName.replaceAll(' ', '')}_sample`.padEnd(HANDLE_MIN - 3, '_') + String(number).padStart(3, '0')

function makeAliases(random: SeededRandom, displayName: string, lead: NarrativePalette): string[] {
  const [first, second] = displayName.split(' ') as [string, string]
  const kinds = [[], [], [`${first[0]}${second}`], [`${first}${random.below(90) + 10}`], [`${random.pick(lead.flavours)} ${first}`]]
  return [...new Set(random.pick(kinds))]
}
