import { test } from 'bun:test'
import { BOOKS, sayBooks } from '../../support/books.ts'
import { historiesWeb, playJobHistories } from '../../support/job-histories.ts'
import { createJobsScene } from '../../support/jobs-scene.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { createRandomRail } from '../../support/test-rail.ts'

test(`rules 3.3: ${BOOKS.jobs} random histories: reserved = paid + refunded + held, nobody is paid twice, and no illegal transition succeeds, though processes are killed`, async () => {
  const random = createSeededRandom(BOOKS.seed)
  const rail = createRandomRail(random)
  const scene = await createJobsScene({ web: historiesWeb, rails: { [rail.chainId]: async () => rail } })
  scene.price = { usd: 5_000_000, stale: false }
  const figures = await playJobHistories({ scene, chain: { landed: () => rail.landed }, random, count: BOOKS.jobs })
  sayBooks('jobs on a random rail', figures)
  await scene.close()
}, 36_000_000)
