import { type TypedData, typedData } from '../../lib/signatures/typed-data.ts'

/** Every line of a policy's text but those of the crew: its field, and the words around what the field says. */
const LINES = [
  ['service', 'Spending policy for ', ''],
  ['agentKey', 'The agent key ', ' may launch coins without asking again:'],
  ['launchpads', 'on: ', ''],
  ['launchMax', 'for at most ', ' a launch'],
  ['dayMax', 'and at most ', ' a day (UTC)'],
  ['firstBuyMax', 'with a first buy of at most ', ''],
  ['from', 'from: ', ''],
  ['until', 'until: ', ''],
  ['crewFromDirectory', 'crew from the directory: ', ''],
] as const

const DOMAIN = 'Spending policy'
const CREW = 'other crew:'
const MEMBER = '- '

/** The policy of this text as EVM wallets sign it: a field for each clause. Null for a text that is no policy's. */
export function typedPolicy(text: string, timestamp: string): TypedData | null {
  const lines = text.split('\n')
  const fields: Record<string, string | string[]> = {}
  for (const [at, [name, before, after]] of LINES.entries()) {
    const line = lines[at] ?? ''
    if (!line.startsWith(before) || !line.endsWith(after) || line.length < before.length + after.length) return null
    fields[name] = line.slice(before.length, line.length - after.length)
  }
  const [crew = '', ...members] = lines.slice(LINES.length)
  const isNobody = crew === `${CREW} nobody`
  if (!(isNobody ? members.length === 0 : crew === CREW && members.length > 0)) return null
  if (members.some((line) => !line.startsWith(MEMBER))) return null
  const otherCrew = isNobody ? ['nobody'] : members.map((line) => line.slice(MEMBER.length))
  return typedData(DOMAIN, 'SpendingPolicy', { ...fields, otherCrew, signedMs: timestamp })
}

/** What an EVM wallet signs to end the policy with this hash at the service at `host`. */
export const typedRevocation = (host: string, hash: string, timestamp: string): TypedData =>
  typedData(DOMAIN, 'PolicyRevocation', { service: host, revokedPolicy: hash, signedMs: timestamp })
