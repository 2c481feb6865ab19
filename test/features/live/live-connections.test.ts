import { afterEach, describe, expect, test } from 'bun:test'
import { unixMs } from '../../../src/domain/brands.ts'
import { LIMITS } from '../../../src/domain/limits.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { createLiveConnections } from '../../../src/features/live/live-connections.ts'
import { createManualTimers } from '../../support/manual-timers.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

let scene: UpkeepScene
afterEach(() => scene.app.close())

const CLIENT = { bucket: '198.51.100.7', site: null }

/** What comes on a stream, as it comes. */
function follow(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const events: string[] = []
  const followed = { events, ended: false, leave: () => reader.cancel() }
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      events.push(...[...new TextDecoder().decode(part.value).matchAll(/^event: (\w+)$/gm)].map(([, name]) => name!))
    }
    followed.ended = true
  })()
  return followed
}

describe('rules 6: GET /api/live tells that the public record has changed, and no event', () => {
  test('says that the record has changed, once for each time that something did, and not what', async () => {
    scene = await createUpkeepScene()
    const response = await scene.app.raw(new Request('http://launch.test/api/live'))
    expect(response.headers.get('content-type')).toBe('text/event-stream;charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const followed = follow(response.body!)
    await scene.app.clock.advance(5_000)
    expect(followed.events).toEqual(['hello'])
    await scene.launch()
    await scene.app.clock.advance(1_000)
    expect(followed.events).toEqual(['hello', 'changed'])
    await scene.app.clock.advance(5_000)
    expect(followed.events).toEqual(['hello', 'changed'])
    await followed.leave()
  })

  test('says every 15 s of the machine that it is there, however still the record is, and no more once nobody follows', async () => {
    scene = await createUpkeepScene()
    const timers = createManualTimers()
    const connections = createLiveConnections({ ...scene.app.deps, timers })
    const reader = connections.open(CLIENT).getReader()
    const message = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await message()).toContain('event: hello')
    timers.pass(15_000)
    expect(await message()).toBe(': still here\n\n')
    timers.pass(15_000)
    expect(await message()).toBe(': still here\n\n')
    expect(timers.waiting()).toBe(1)
    await reader.cancel()
    await scene.app.clock.advance(1_000)
    expect(timers.waiting()).toBe(0)
  })

  test('takes so many connections of an address, and so many of all; one that leaves makes room', async () => {
    scene = await createUpkeepScene()
    const connections = createLiveConnections(scene.app.deps)
    const own = Array.from({ length: LIMITS.liveConnectionsPerAddress }, () => follow(connections.open(CLIENT)))
    expect(() => connections.open(CLIENT)).toThrow(expect.objectContaining({ code: 'live_connections_exceeded' }))
    await own[0]!.leave()
    follow(connections.open(CLIENT))
    for (let index = own.length; index < OWN_LIMITS.liveConnectionsMax; index += 1)
      follow(connections.open({ bucket: `${index}`, site: null }))
    expect(() => connections.open({ bucket: 'another', site: null })).toThrow(
      expect.objectContaining({ code: 'live_connections_exceeded' }),
    )
  })

  test('takes so many connections of a site, however many addresses it has', async () => {
    scene = await createUpkeepScene()
    const connections = createLiveConnections(scene.app.deps)
    const most = LIMITS.liveConnectionsPerAddress * LIMITS.callsPerSite
    for (let index = 0; index < most; index += 1) follow(connections.open({ bucket: `2001:db8:0:${index}::/64`, site: '2001:db8::/48' }))
    expect(() => connections.open({ bucket: 'new', site: '2001:db8::/48' })).toThrow(
      expect.objectContaining({ code: 'live_connections_exceeded' }),
    )
  })

  test('ends after its time, when the service stops, and for a client that reads nothing', async () => {
    scene = await createUpkeepScene()
    const { clock, stopNotice } = scene.app.deps
    const connections = createLiveConnections({ ...scene.app.deps, stopNotice })
    const old = follow(connections.open(CLIENT))
    await scene.app.clock.advance(LIMITS.liveConnectionMs)
    expect(old.ended).toBe(true)
    const young = follow(connections.open(CLIENT))
    const deaf = connections.open(CLIENT)
    // What nobody reads gathers until there is enough of it.
    for (let launches = 0; launches < 10; launches += 1) {
      await scene.launch()
      await scene.app.clock.advance(2_000)
    }
    expect(young.ended).toBe(false)
    const reader = deaf.getReader()
    let messages = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) messages += 1
    expect(messages).toBe(8)
    Object.assign(stopNotice, { answerByMs: unixMs(clock.nowMs() + 1_000) })
    await scene.app.clock.advance(1_000)
    expect(young.ended).toBe(true)
  })
})
