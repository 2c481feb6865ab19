import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import type { NodeReport } from '../../ports/node-watch.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'
import { createCachedProbe } from './cached-probe.ts'

/** The parts that the service needs to work. */
export const READY_PARTS = ['process', 'storage', 'chain', 'outbox'] as const

/** How long a queue may be overdue before the delivery loop counts as stuck: it checks four times a second. */
const OVERDUE_MAX_MS = 60_000
const PROBE = { keepMs: 2_000, waitMs: 3_000 } as const
/** Of a database server: seen within two seconds that it fails, and that it works again. An embedded one is late only when it is busy. */
const SERVER_PROBE = { keepMs: 1_000, waitMs: 900 } as const

const STORAGE_WORDS = { full: 'the disk is full: nothing can be written', gone: 'the database does not answer' } as const

/** What is told of a service that is ready. */
export interface Ready {
  /** Nodes that are excluded for serving another chain. */
  readonly leftOut: readonly NodeReport[]
  /** Enabled launchpads beside the default one whose chain does not answer: the service works without them. */
  readonly silent: readonly string[]
}

/**
 * Throws unless every part works, the chain of the default launchpad among them. A database server is probed at most once a second, an
 * embedded one and a chain once in two, however many callers ask, and for at most three seconds.
 * @throws AppError service_not_ready, which names each failing part and why
 */
export function createReadiness(
  deps: Pick<Deps, 'storage' | 'disk' | 'clock' | 'launchpads' | 'stopNotice' | 'nodes'>,
): () => Promise<Ready> {
  const { storage, disk, clock, launchpads, nodes } = deps
  const storageProbe = storage.exclusive ? PROBE : SERVER_PROBE
  const storageFault = createCachedProbe(
    deps,
    () =>
      storage.ping().then(
        () => 'none' as const,
        (error: unknown) => (error instanceof StorageFault && error.code === 'storage_full' ? ('full' as const) : ('gone' as const)),
      ),
    storageProbe,
  )
  const chainOf = (platform: string) => createCachedProbe(deps, async () => (await launchpads.get(platform)).ping().then(() => true), PROBE)
  const chainAnswers = chainOf(launchpads.defaultId)
  const others = launchpads.ids.filter((id) => id !== launchpads.defaultId).map((id) => ({ id, answers: chainOf(id) }))
  // Given up when it is late, since what is asked after a fault is answered sooner than what was asked before.
  const backlog = createCachedProbe(
    deps,
    () => Promise.race([storage.webhooks.backlog(clock.nowMs()), clock.sleep(storageProbe.waitMs).then(() => null)]),
    storageProbe,
  )

  const leftOut = () => nodes.list().filter(({ status }) => status === 'wrong')

  const outboxFault = async (): Promise<string | null> => {
    const found = await backlog()
    if (!found) return 'cannot be read'
    const overdueMs = found.overdueSinceMs === null ? 0 : clock.nowMs() - found.overdueSinceMs
    return overdueMs <= OVERDUE_MAX_MS ? null : `a delivery has been due for ${Math.round(overdueMs / 1_000)} s and nobody sends it`
  }
  const faults: Record<(typeof READY_PARTS)[number], () => Promise<string | null>> = {
    process: async () => (deps.stopNotice.answerByMs === null ? null : 'it is being stopped'),
    storage: async () => {
      const fault = (await storageFault()) ?? 'gone'
      return fault === 'none' ? disk.shortage() : STORAGE_WORDS[fault]
    },
    chain: async () =>
      (await chainAnswers()) ? null : [`no node of ${launchpads.defaultId} answers`, ...leftOut().map(nodeText)].join('; '),
    outbox: outboxFault,
  }

  const findings = () => Promise.all(READY_PARTS.map(async (part) => ({ part, message: await faults[part]() })))

  return async () => {
    const [found, asked] = await Promise.all([findings(), Promise.all(others.map(({ answers }) => answers()))])
    const fields = found.flatMap(({ part, message }) => (message === null ? [] : [{ path: `/${part}`, message }]))
    const parts = fields.map(({ path, message }) => `${path.slice(1)} (${message})`).join(', ')
    if (fields.length > 0) throw new AppError('service_not_ready', { parts }, { fields })
    return { leftOut: leftOut(), silent: others.filter((_other, index) => !asked[index]).map(({ id }) => id) }
  }
}

const nodeText = ({ upstream, node, host }: NodeReport): string => `node ${node} of ${upstream} (${host}) is of another chain and left out`
