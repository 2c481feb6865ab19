import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSigner } from '../../clients/typescript/src/agent-launch-client.ts'
import { sampleKolsCsv } from '../../src/adapters/sample/sample-kols-csv.ts'
import { keypairText } from '../support/command-line-scene.ts'
import { commandsOf } from '../support/document-walk.ts'
import { CREW_WALLETS, pngBytes } from '../support/test-app.ts'
import { chainSkipReason } from '../chain/support/chain-programs.ts'
import { type BareMachine, bootBareMachine } from './bare-machine.ts'
import { coinOfPage } from './coin-of-page.ts'

setDefaultTimeout(300_000)

/*
 * Walks docs/go-live.md with dist/release, as root:
 *   debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates,iproute2 bookworm /srv/bookworm
 *   chroot /srv/bookworm sh -c 'apt-get update && apt-get install --yes --download-only caddy'
 *   BARE_DEBIAN=/srv/bookworm bun test test/deploy/bare-debian.test.ts
 */
const ROOT = join(import.meta.dir, '../..')
const RELEASE = join(ROOT, 'dist/release')
const NAME = 'launch.example.org'
const page = await Bun.file(join(ROOT, 'docs/go-live.md')).text()
/** Sections 1 to 5 for root, and 6 for who launches, a line a command. */
const [ofRoot, ofLauncher] = page.split('## 6.').map((part) => commandsOf(part).flatMap((block) => block.trim().split('\n')))

const debian = process.env.BARE_DEBIAN
const reason =
  debian === undefined
    ? 'BARE_DEBIAN names no Debian: the comment in its test file says how to make one'
    : existsSync(join(RELEASE, 'SHA256SUMS'))
      ? chainSkipReason()
      : 'there is no dist/release: `bun run release`'
if (reason) console.warn(`SKIPPED going live on a bare Debian: ${reason}`)

describe.skipIf(reason !== null)(
  'decision "What keeps a start from happening": docs/go-live.md on a bare Debian, command by command',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'bare-debian-'))
    let machine: BareMachine
    let nodes: ReturnType<BareMachine['join']>
    let wallets: Record<'treasury' | 'approver' | 'crank' | 'launcher', Awaited<ReturnType<typeof newSigner>>>

    beforeAll(async () => {
      const [treasury, approver, crank, launcher] = await Promise.all([newSigner(), newSigner(), newSigner(), newSigner()])
      wallets = { treasury: treasury!, approver: approver!, crank: crank!, launcher: launcher! }
      machine = await bootBareMachine(debian!)
      await machine.run(`ip link set lo up; echo '127.0.0.1 localhost ${NAME}' > /etc/hosts; useradd --create-home --shell /bin/bash ann`)
      const [sums] = await Promise.all([Bun.file(join(RELEASE, 'SHA256SUMS')).text(), theOutsideWorld()])
      for (const [, file] of sums.matchAll(/ (agent-launch-\S+(?:linux-x64|deploy\.tar))$/gm))
        await machine.write(`/root/${file}`, Bun.file(join(RELEASE, file!)))
      await machine.write('/root/SHA256SUMS', sums)
      await machine.write('/root/kols.csv', sampleKolsCsv)
      await machine.write('/home/ann/coin.json', coinOfPage(page, CREW_WALLETS.slice(0, 2)))
      await machine.write('/home/ann/logo.png', Buffer.from(pngBytes()))
      await machine.write('/home/ann/launcher.json', keypairText(wallets.launcher))
      await machine.write('/home/ann/approver.json', keypairText(wallets.approver))
      await machine.run('chown -R ann: /home/ann; chmod 600 /home/ann/*.json')
    })
    afterAll(async () => {
      nodes?.kill()
      await machine?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Nodes, and an authority that has given the name a certificate: Caddy finds it where it keeps those it got. */
    async function theOutsideWorld(): Promise<void> {
      nodes = machine.join([
        process.execPath,
        join(import.meta.dir, 'serve-chain.ts'),
        ...Object.values(wallets).map(({ address }) => address),
      ])
      const lifetime = ['-days', '80', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
      const openssl = (...args: string[]) =>
        expect(Bun.spawnSync(['openssl', 'req', '-x509', ...lifetime, ...args], { cwd: folder }).exitCode).toBe(0)
      openssl('-subj', '/CN=authority', '-keyout', 'ca.key', '-out', 'ca.pem')
      const leaf = ['-addext', `subjectAltName=DNS:${NAME}`, '-addext', 'basicConstraints=CA:FALSE', '-CA', 'ca.pem', '-CAkey', 'ca.key']
      openssl('-subj', `/CN=${NAME}`, ...leaf, '-keyout', 'name.key', '-out', 'name.pem')
      await machine.write('/etc/public-cas.pem', Bun.file(join(folder, 'ca.pem')))
      for (const file of ['name.pem', 'name.key']) await machine.write(`/root/world/${file}`, Bun.file(join(folder, file)))
      await machine.write('/etc/systemd/system.conf.d/ca.conf', '[Manager]\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=/etc/public-cas.pem\n')
      await machine.write('/etc/environment', 'NODE_EXTRA_CA_CERTS=/etc/public-cas.pem\n')
      await machine.run('systemctl daemon-reexec')
    }

    const certificate = `
    at=/var/lib/caddy/.local/share/caddy/certificates/acme-v02.api.letsencrypt.org-directory/${NAME}; mkdir -p $at
    for kind in pem:crt key:key; do cp /root/world/name.\${kind%:*} $at/${NAME}.\${kind#*:}; done
    echo '{"sans":["${NAME}"],"issuer_data":{"url":"https://acme-v02.api.letsencrypt.org/acme/cert/1"}}' > $at/${NAME}.json
    chown -R caddy: /var/lib/caddy`

    /** What a person does between two commands, by how the one before begins. */
    const byHand = async (line: string, printed: string): Promise<string | null> => {
      if (line.startsWith('agent-launch settings --env')) {
        const url = (await nodes.stdout.getReader().read()).value
        const node = new TextDecoder().decode(url).trim()
        return filledIn({
          BASE_URL: `https://${NAME}`,
          TRUSTED_PROXIES: '127.0.0.0/8',
          OPERATOR_API_KEY: '$(openssl rand -hex 32)',
          SOLANA_RPC_URL: `${node},${node.replace('127.0.0.1', 'localhost')}`,
          TREASURY_WALLET: wallets.treasury.address,
          CRANK_PAYER_KEY: keypairText(wallets.crank),
          APPROVER_WALLETS: wallets.approver.address,
        })
      }
      if (line.includes('create --yes')) return filledIn({ LOOKUP_TABLE: /LOOKUP_TABLE=(\w+)/.exec(printed)![1]! })
      return line.endsWith('caddy') && line.startsWith('apt-get') ? certificate : null
    }
    /** Takes the # of a line away and fills it in. */
    const filledIn = (values: Record<string, string>): string =>
      Object.entries(values)
        .map(
          ([name, value]) => `grep -qx '#${name}=' /etc/agent-launch.env && sed -i "s|^#${name}=$|${name}=${value}|" /etc/agent-launch.env`,
        )
        .join(' && ')

    test('root gets to "Ready to launch.", and the first coin is approved, launched and locked', async () => {
      const printed = new Map<string, string>()
      for (const line of ofRoot!) {
        const { out, code } = await machine.run(`cd /root; ${line}`)
        expect([line, code, code === 0 ? '' : out]).toEqual([line, 0, ''])
        printed.set(line, out)
        const next = await byHand(line, out)
        if (next !== null) expect((await machine.run(next)).code).toBe(0)
      }
      expect(printed.get('as_service preflight')).toEndWith('\nReady to launch.\n')
      expect(printed.get('as_service preflight')).not.toContain('can look into DATA_DIR')
      expect((await machine.run('systemctl is-system-running')).out).toBe('running\n')
      let id = ''
      for (const line of ofLauncher!) {
        const { out, code } = await machine.run(line.replace(' ID ', ` ${id} `), 'ann')
        expect([line, code, code === 0 ? '' : out]).toEqual([line, 0, ''])
        printed.set(line, out)
        if (!line.startsWith('agent-launch dry-run')) continue
        id = /^dry-run +(\w+)/m.exec(out)![1]!
        const approved = await machine.run(`agent-launch approve ${id} --with approver.json --url https://${NAME}`, 'ann')
        expect(approved.out).toContain(`Approved by ${wallets.approver.address}`)
      }
      expect(printed.get(ofLauncher!.at(-1)!)).toMatch(/ NMFROG +Night Market Frog +locked +live /)
    })
  },
)
