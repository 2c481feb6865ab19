import { parseArgs } from 'node:util'
import { FINDING_KINDS, type FindingKind } from './finding-kinds.ts'
import type { CampaignNews } from './history.ts'
import { type Fault, FAULTS } from './nemesis.ts'
import { PLANTED_FAULTS } from './planted-faults.ts'
import { runPlanted } from './plant.ts'
import { runCampaign } from './run-campaign.ts'

const USAGE = `bun run campaign [--replicas 4] [--minutes 3] [--faults all] [--seed N] [--database postgres|sqlite] [--clients 24]
  --until    kinds of findings, the first of which ends it
  --planted  all, or a part of a name: campaigns against copies of this tree with a fault, which end with 0 when each was caught
  --faults   all, or some of ${Object.keys(FAULTS).join(', ')}
Ends with 1 when anything was doubled, lost or wrong; docs/reliability.md says what is counted.`

const { values } = parseArgs({
  options: {
    replicas: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '3' },
    faults: { type: 'string', default: 'all' },
    seed: { type: 'string' },
    database: { type: 'string', default: 'postgres' },
    clients: { type: 'string', default: '24' },
    until: { type: 'string', default: '' },
    planted: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit()
}
const names = values.faults === 'all' ? Object.keys(FAULTS) : values.faults.split(',')
const unknown = names.filter((name) => !(name in FAULTS))
const numbers = [values.replicas, values.minutes, values.clients].map(Number)
const until = values.until.split(',').filter((kind) => kind in FINDING_KINDS) as FindingKind[]
if (unknown.length > 0 || numbers.some((number) => !(number > 0)) || !['postgres', 'sqlite'].includes(values.database)) {
  console.error(USAGE)
  process.exit(2)
}
const [replicas, minutes, clients] = numbers as [number, number, number]
const database = values.database as 'postgres' | 'sqlite'
if (values.planted !== undefined) process.exit((await findAllPlanted(values.planted)) ? 0 : 1)
const { text, history } = await runCampaign({
  database,
  replicas,
  clients,
  until,
  seconds: minutes * 60,
  faults: (names as Fault[]).filter((name) => FAULTS[name].on === null || FAULTS[name].on === database),
  seed: values.seed === undefined ? Date.now() % 2 ** 32 : Number(values.seed),
})
console.log(text)
process.send?.({ findings: history.findings.map(({ kind, kills, afterMs }) => ({ kind, kills, afterMs })) } satisfies CampaignNews)
process.exit(history.findings.length > 0 ? 1 : 0)

/** True where each of these faults was caught by a campaign with the same arguments. */
async function findAllPlanted(part: string): Promise<boolean> {
  const { replicas, minutes, clients, database, seed = '1' } = values
  const args = Object.entries({ replicas, minutes, clients, database, seed }).flatMap(([name, value]) => [`--${name}`, value])
  let missed = 0
  for (const fault of PLANTED_FAULTS.filter(({ name }) => part === 'all' || name.includes(part))) {
    const { caught, line, text } = await runPlanted(fault, args).catch(({ message }: Error) => ({ caught: false, line: message, text: '' }))
    if (!caught) missed += 1
    console.log(`${text}\n${line}, seed ${seed}\n`)
  }
  return missed === 0
}
