import { expect, test } from 'bun:test'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import type { PageScene } from './support/page-scene.ts'

/** A coin on the simulated chain, so that there is a market. */
async function launch({ app, picture }: PageScene, changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await app.call('POST', '/api/agent/launch', app.launchBody({ imageBase64: picture, ...changes }), {
    key: OPERATOR_KEY,
    headers: { 'x-launcher-key': app.launcher.secret },
  })
  if (answer.status !== 201) throw new Error(`launch answered ${answer.status}`)
  return answer.body.mint as string
}

browserTests('rules 6: the board follows the public record', (withScene) => {
  test(
    'a launch appears by itself within the time of a look, and its price, progress and holders stand beside it',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const mint = await launch(scene)
      const connected = page.waitForRequest('**/api/live')
      await scene.open('/board')
      await connected
      await page.getByTitle('27.95', { exact: false }).waitFor()
      await page.getByText('0%').waitFor()
      await launch(scene, { name: 'Second Coin', ticker: 'SECOND' })
      await app.clock.advance(2_000)
      await page.getByRole('link', { name: /Second Coin/ }).waitFor()
      await app.deps.simulation!.trade({ mint: mint as never, wallet: newPerson().wallet, side: 'buy', lamports: 5_000_000_000n as never })
      await app.clock.advance(60_000)
      await scene.open(`/coin/${mint}`)
      await page.getByRole('heading', { name: 'Largest holders', exact: true }).waitFor()
      for (const words of ['Price', 'Market cap', 'To graduation', 'Holders'])
        await page.getByRole('region', { name: 'The coin' }).getByText(words, { exact: true }).waitFor()
      for (const width of [360, 768, 1_280]) {
        await page.setViewportSize({ width, height: 900 })
        await scene.checkLightAndDark(`coin-market-${width}`)
      }
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
