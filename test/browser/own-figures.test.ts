import { expect, test } from 'bun:test'
import { newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { checkFits } from './support/hostile-texts.ts'
import { seedKol } from './support/seed-earnings.ts'

const person = newPerson()

browserTests('rules 5.7: a KOL’s own figures on its page', (withScene) => {
  test(
    'the owner signs once and sees the code; another wallet is refused in words',
    withScene(
      { look: { width: 390, height: 844, dark: true }, wallets: () => [{ people: [person] }], failuresExpected: true },
      async (scene) => {
        const { app, page } = scene
        await seedKol(app, { wallet: person.wallet })
        await app.deps.storage.kols.setReferralCode('moonboy', 'MOON42')
        const signIn = async () => {
          await scene.open('/kol/moonboy')
          await page.getByText('Is this you?').click()
          await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
          await page.getByRole('button', { name: 'See my referral code' }).click()
          await page.getByRole('button', { name: 'Sign to see your code' }).click()
        }
        await signIn()
        await page.getByText('MOON42').waitFor()
        const own = page.locator('.own-figures')
        expect(await own.locator('dt').allTextContents()).toEqual(['Keys', 'Coins', 'Earned'])
        expect(await own.locator('dd').allTextContents()).toEqual(['0', '0', '0 SOL'])
        // The button that copies it stands on its line.
        const [code, copy] = [own.locator('code'), own.getByRole('button', { name: 'Copy the code' })]
        const middles = [await code.boundingBox(), await copy.boundingBox()].map((box) => box!.y + box!.height / 2)
        expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThan(4)
        await checkFits(page)
        await scene.checkAccessible()
        await scene.screenshot('kol-own-figures')
        await seedKol(app, { wallet: newPerson().wallet })
        await signIn()
        await page.getByText('It cannot be shown').waitFor()
        expect(await page.getByText('MOON42').count()).toBe(0)
        expect(scene.complaints).toEqual([])
      },
    ),
    BROWSER_TEST_MS,
  )

  test.each([
    { width: 1_280, height: 800 },
    { width: 390, height: 844, dark: true },
  ])(
    'decision "An opt-out": the owner reads what it means, signs, and is out: $width px',
    (look) =>
      withScene({ look, wallets: () => [{ people: [person] }], failuresExpected: true }, async (scene) => {
        const { app, page } = scene
        await seedKol(app, { wallet: person.wallet })
        await scene.open('/kol/moonboy')
        await page.getByText('Is this you?').click()
        await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
        expect(await page.locator('.message').count()).toBe(0)
        await page.getByRole('button', { name: 'Opt out' }).click()
        await page.getByRole('heading', { name: 'Opt out of the directory' }).waitFor()
        const message = (await page.locator('.message').textContent())!
        expect(message).toMatch(new RegExp(`^svc-kol-opt-out:[^:]+(:\\d+)?:${person.wallet}:\\d{13}$`))
        await page.getByText('Only the operator can list you again').waitFor()
        await checkFits(page)
        await scene.checkAccessible()
        await scene.screenshot(`kol-opt-out-${look.width}`)
        await page.getByRole('button', { name: 'Sign to opt out' }).click()
        await page.getByRole('heading', { name: 'You opted out' }).waitFor()
        // As wide on a phone as every other card.
        if (look.width < 640) expect((await page.locator('.end').boundingBox())!.width).toBe(look.width - 32)
        expect(await page.getByText('Coins already launched keep paying you.').count()).toBe(1)
        const contact = page.getByRole('link', { name: 'Contact the operator' })
        expect(await contact.getAttribute('href')).toBe('/about#operator')
        await scene.checkAccessible()
        await scene.pollNow()
        expect(await page.getByText('Verified').count()).toBe(0)
        expect(scene.wallet.texts).toEqual([message])
        expect(await app.deps.storage.kols.findByHandle('moonboy')).toBeNull()
        await scene.open('/kol/moonboy')
        await page.getByText('@moonboy is not here').waitFor()
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )
})
