import type { Wallet } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import { ADDRESSES_REFUSALS } from '../../../src/ports/launchpad/addresses.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'
import { type Documented, filled, type Provocation, scened } from './provocation.ts'

/** A launchpad whose chain does not answer once `dark.now` is set: what asks none goes on. */
export function darkPad(dark: { now: boolean }) {
  const inTheDark = <T extends object>(lit: T): T =>
    new Proxy(lit, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (typeof member === 'object' && member !== null && name !== 'facts') return inTheDark(member)
        if (typeof member !== 'function' || name in ADDRESSES_REFUSALS) return member
        return (...args: unknown[]) => {
          if (dark.now) throw new AppError('upstream_unavailable', { upstream: 'the chain' })
          return (member as (...args: unknown[]) => unknown).apply(target, args)
        }
      },
    })
  return (pad: Launchpad): Launchpad => inTheDark(pad)
}

/** The route asks a chain that has just become dark. */
export const inTheDark =
  (bodyOf: (scene: UpkeepScene) => Promise<unknown>): Provocation =>
  async ({ method, path }) => {
    const dark = { now: false }
    const scene = await createUpkeepScene({ pad: darkPad(dark) })
    const body = (await bodyOf(scene)) as { mint?: string }
    dark.now = true
    const answer = await scene.call(method, filled(path, body.mint ?? 'x'), method === 'GET' ? undefined : body)
    await scene.app.close()
    return answer
  }

/** A launcher whose transactions wait, as on a chain where they stand in a line. */
export const busyPad = (pad: Launchpad): Launchpad => {
  const busy = () => Promise.reject(new AppError('launcher_busy', { wallet: 'w', count: 1 }))
  return {
    ...pad,
    unsigned: { ...pad.unsigned!, prepare: busy, prepareLock: busy },
    feeShare: { ...pad.feeShare!, prepareDistribution: busy },
  }
}

/** The launcher of an open plan approves it, and then spends it. */
export const byItsApprover =
  (bodyOf: (scene: UpkeepScene) => Promise<Record<string, unknown>>): Provocation =>
  ({ method, path }) =>
    scened(async (scene) => {
      const { app } = scene
      const approvers = app.deps.policy.approvers as Set<Wallet>
      approvers.add(app.launcher.wallet)
      const body = await bodyOf(scene)
      const dryRunId = await scene.dryRun(
        path.endsWith('launch') ? body : { ...body, intent: 'wire-fees', holderKol: path.endsWith('kol') },
      )
      const headers = app.signed(app.launcher, (at) => approvalMessage(dryRunId, at))
      await app.call('POST', `/api/agent/launch/dry-run/${dryRunId}/approve`, undefined, { headers })
      return scene.call(method, path, { ...body, dryRunId })
    })({} as Documented)
