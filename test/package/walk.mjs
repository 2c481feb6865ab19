import { approveDryRun, createClient, dataOf, launch, launchUnsigned, newSigner, unhandledCode, waitForLaunch } from 'agent-launch-client'

/** From nothing to two coins, as a program that installed the package does it, in Node and in browsers. */
export async function walk(baseUrl, imageBase64) {
  const { key } = dataOf(await createClient({ baseUrl }).POST('/api/agent/keys/claim', { body: { label: 'package' } }))
  const client = createClient({ baseUrl, apiKey: key })
  const [launcher, mint, member] = [await newSigner(), await newSigner(), await newSigner()]
  const body = {
    name: 'Packed Frog',
    ticker: 'PACK',
    imageBase64,
    crew: [{ handle: '@one', wallet: member.address, share: 100 }],
    launcherPubkey: launcher.address,
  }
  const { dryRunId } = dataOf(await client.POST('/api/agent/launch/dry-run', { body }))
  const approval = await approveDryRun(client, dryRunId, member)
  const custodial = await launch(client, { ...body, dryRunId }, { launcherKey: JSON.stringify([...launcher.secretKey]) })
  if (custodial.error) unhandledCode(custodial.error)
  const unsigned = dataOf(await launchUnsigned(client, { ...body, ticker: 'SIGN', mintPubkey: mint.address }, [launcher, mint]))
  const row = await waitForLaunch(client, unsigned.launchId)
  return {
    refused: approval.error?.code,
    locked: custodial.data.feeShareLocked,
    mint: custodial.data.mint,
    signed: unsigned.mint === mint.address,
    state: row?.state,
  }
}
