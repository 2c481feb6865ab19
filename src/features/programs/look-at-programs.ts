import type { UnixMs } from '../../domain/brands.ts'
import { type ProgramRecord, REHEARSAL, whatChanged } from '../../domain/operator/deployed-program.ts'
import { type Actor, BY_CLOCK } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ProgramReading } from '../../ports/launchpad/programs.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** What a look needs. */
export type LookDeps = Pick<Deps, 'storage' | 'launchpads' | 'clock' | 'ids'>

/** What a look found, and what it accepted. */
export interface ProgramLook {
  readonly records: readonly ProgramRecord[]
  readonly accepted: readonly ProgramRecord[]
}

/**
 * Reads what launches on this platform go through as it is deployed, and keeps it. Accepted is what is seen first, unless a release knows
 * builds of it and not this one; later a build that this release knows; and with `by` all that the nodes agree on. A look that began
 * before the last one ended with a newer state changes nothing.
 *
 * @throws AppError upstream_unavailable, and then nothing has changed
 */
export async function lookAtPrograms(
  deps: LookDeps,
  platform: string,
  { by = null, rehearse = false }: { readonly by?: Actor | null; readonly rehearse?: boolean } = {},
): Promise<ProgramLook> {
  const { storage, clock, launchpads } = deps
  const { programs } = await launchpads.get(platform)
  if (!programs) return { records: [], accepted: [] }
  const lookedAtMs = clock.nowMs()
  const [looked, rehearsed] = await Promise.all([programs.read(), rehearse ? programs.rehearse?.() : null])
  const readings = rehearsed ? [...looked, rehearsed] : looked
  return storage.transaction(async (tx) => {
    await tx.lock('programs')
    const before = new Map((await tx.programs.list(platform)).map((record) => [record.address, record]))
    const looks = readings.map((reading) => ({ reading, was: before.get(reading.address) ?? null }))
    const found = looks.flatMap(({ reading, was }) => recordOf({ platform, lookedAtMs, by, atMs: clock.nowMs() }, reading, was) ?? [])
    for (const record of found) await tx.programs.put(record)
    const isGone = (address: string) => address !== REHEARSAL && !readings.some((reading) => reading.address === address)
    const gone = [...before.values()].filter(({ address }) => isGone(address))
    for (const record of gone) await tx.programs.delete(record)
    const accepted = found.filter((record) => record.accepted !== (before.get(record.address)?.accepted ?? null))
    const records = await tx.programs.list(platform)
    for (const record of accepted) await recordAccepted(deps, tx, by ?? BY_CLOCK, record, before.get(record.address) ?? null)
    return { records, accepted }
  })
}

interface LookTerms {
  readonly platform: string
  readonly lookedAtMs: UnixMs
  readonly atMs: UnixMs
  readonly by: Actor | null
}

/** The record after this look; null where the nodes never agreed on any. */
function recordOf({ platform, lookedAtMs, atMs, by }: LookTerms, reading: ProgramReading, was: ProgramRecord | null): ProgramRecord | null {
  const { name, address, seen, known } = reading
  const isOld = was !== null && was.lookedAtMs > lookedAtMs
  const now = isOld ? was.seen : (seen ?? was?.seen)
  if (now === undefined) return null
  const record = {
    platform,
    address,
    name,
    seen: now,
    lookedAtMs: isOld ? was.lookedAtMs : lookedAtMs,
    disputed: isOld ? was.disputed : seen === null,
    accepted: was?.accepted ?? null,
    acceptedAtMs: was?.acceptedAtMs ?? null,
  }
  // What the nodes dispute is not accepted by whoever asks for it.
  if (by !== null) return record.disputed || whatChanged(record) === null ? record : { ...record, accepted: now, acceptedAtMs: atMs }
  const isKnown = known ?? was === null
  if (isOld || seen === null || !isKnown || record.accepted?.build === now.build) return record
  // Releases know builds, and not who may replace them.
  return { ...record, accepted: { build: now.build, control: record.accepted?.control ?? now.control }, acceptedAtMs: atMs }
}

const recordAccepted = (
  deps: LookDeps,
  tx: Pick<Repos, 'operatorLog'>,
  by: Actor,
  { platform, name, address, accepted }: ProgramRecord,
  was: ProgramRecord | null,
): Promise<void> =>
  recordAct(deps, tx, by, {
    kind: 'program.accepted',
    subject: `${platform}: ${name}`,
    detail: { address, build: accepted!.build, control: accepted!.control, before: was?.accepted?.build ?? null },
  })
