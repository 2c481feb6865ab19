import { test } from 'bun:test'
import { BOOKS, jobParts, sayBooks } from '../../support/books.ts'
import { historiesWeb, playJobHistories } from '../../support/job-histories.ts'
import { createJobsScene } from '../../support/jobs-scene.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { createRandomRail } from '../../support/test-rail.ts'

test.each(jobParts(BOOKS.jobs))(
  'rules 3.3: %i random histories of seed %i: reserved = paid + refunded + held, nobody is paid twice, and no illegal transition succeeds, though processes are killed',
  async (count, seed) => {
    const random = createSeededRandom(seed)
    const rail = createRandomRail(random)
    const scene = await createJobsScene({ web: historiesWeb, rails: { [rail.chainId]: async () => rail } })
    scene.price = { usd: 5_000_000, stale: false }
    const figures = await playJobHistories({ scene, chain: { landed: () => rail.landed }, random, count })
    sayBooks('jobs on a random rail', { seed, ...figures })
    await scene.close()
  },
  36_000_000,
)
