import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contradictions, recordSize } from '../support/check-record.ts'
import { startHttpLoad } from '../support/http-load.ts'
import { eventually } from '../support/eventually.ts'
import { startServerProcess, temporaryDataDirs } from '../support/server-process.ts'
import { createWebhookReceiver } from '../support/webhook-receiver.ts'

const AGENTS = 12
const BACKUPS = 4
const { next: folder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

const backupsIn = (dataDir: string) => {
  try {
    return readdirSync(join(dataDir, 'backups'))
      .filter((name) => name.endsWith('Z.db'))
      .toSorted()
      .map((name) => join(dataDir, 'backups', name))
  } catch {
    return []
  }
}

/** Restores a backup beside the chain as it is by now, as an operator does, and starts the service on it. */
async function restored(backup: string, dataDir: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../src/main.ts'), 'restore', backup], {
    env: { DATA_DIR: dataDir },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
  return startServerProcess({ DATA_DIR: dataDir, BACKUP_CRON: 'off' })
}

describe('decision "A backup": a backup under load', () => {
  test(
    'every one that the schedule made during launches, cranks and webhooks restores to a consistent state',
    async () => {
      const dataDir = folder()
      const receiver = createWebhookReceiver()
      // A backup every second.
      const env = {
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: '127.0.0.0/8',
        SIMULATED_OPEN: '1',
        BACKUP_CRON: '* * * * * *',
        BACKUP_KEEP: String(BACKUPS),
      }
      const server = await startServerProcess(env)
      const load = startHttpLoad(server.url, { agents: AGENTS, webhookUrl: receiver.url })
      const made = new Set<string>()
      await eventually(() => {
        for (const backup of backupsIn(dataDir)) made.add(backup)
        return made.size > BACKUPS + 3
      }, 180_000)
      await server.kill()
      await load.ended
      receiver.stop()

      const backups = backupsIn(dataDir)
      expect(backups.length).toBeLessThanOrEqual(BACKUPS + 1)
      const sizes: ReturnType<typeof recordSize>[] = []
      for (const backup of backups) {
        expect({ backup, found: contradictions(backup) }).toEqual({ backup, found: [] })
        sizes.push(recordSize(backup))
        const copy = folder()
        cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.includes('backups') })
        const again = await restored(backup, copy)
        const database = join(copy, 'service.db')
        // What was under way in the copy is settled from the chain, which has gone on since.
        await eventually(() => recordSize(database).underWay === 0, 60_000)
        expect(await again.stop()).toBe(0)
        expect({ backup, found: contradictions(database) }).toEqual({ backup, found: [] })
        expect(recordSize(database).coins).toBeGreaterThanOrEqual(sizes.at(-1)!.coins)
      }
      console.log(`backups under load: ${sizes.map((size) => JSON.stringify(size)).join(' ')}`)
      // Made in the midst of it: some has work under way, the last more than the first.
      expect(sizes.some(({ underWay }) => underWay > 0)).toBe(true)
      expect(sizes.at(-1)!.coins).toBeGreaterThan(sizes[0]!.coins)
      expect(Math.min(sizes.at(-1)!.remits, sizes.at(-1)!.deliveries)).toBeGreaterThan(0)
    },
    { timeout: 300_000 },
  )
})
